"""What a role may see, as the value the questions take."""

from app.services.kernel.actors import Actor
from app.services.kernel.permissions import Role, may
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer

STAFF = (Role.OWNER, Role.ORGANIZER, Role.JUDGE)


def viewer_of(role: Role, actor: Actor) -> Viewer:
    """What this role may see, as the value the questions take."""
    if role in STAFF:
        return Viewer(staff=True, drafts=may(role, "see_drafts"))
    return Viewer(player_id=actor.id) if role is Role.PLAYER else PUBLIC_VIEWER
