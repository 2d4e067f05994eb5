"""All routes of the JSON API, version 1."""

from fastapi import APIRouter

api_router = APIRouter()
