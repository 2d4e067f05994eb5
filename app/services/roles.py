"""What somebody is to a tournament: the role of an account there, a player of it, or the public."""

from app.services.actors import Actor, ActorKind
from app.services.installation import Installation
from app.services.permissions import Role
from app.services.viewer import PUBLIC_VIEWER, Viewer
from app.storage.accounts import membership

STAFF = (Role.OWNER, Role.ORGANIZER, Role.JUDGE)
RUNNING = (Role.OWNER, Role.ORGANIZER)


def role_of(installation: Installation, tournament_id: int, actor: Actor) -> Role:
    """The role; an account without a membership is public, and so is a player of another tournament."""
    if actor.kind is ActorKind.PLAYER:
        return Role.PLAYER if actor.tournament_id == tournament_id else Role.PUBLIC
    if actor.kind is not ActorKind.ORGANIZER or actor.id is None:
        return Role.PUBLIC
    with installation.database.read_session() as session:
        found = membership(session, tournament_id, actor.id)
    return Role(found.role) if found else Role.PUBLIC


def viewer_of(role: Role, actor: Actor) -> Viewer:
    """What this role may see, as the value the questions take."""
    if role in STAFF:
        return Viewer(staff=True, runs=role in RUNNING)
    return Viewer(player_id=actor.id) if role is Role.PLAYER else PUBLIC_VIEWER
