"""All pages people see."""

from fastapi import APIRouter

pages_router = APIRouter()
