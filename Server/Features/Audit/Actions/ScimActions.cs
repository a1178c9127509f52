using IwTune.Server.Features.Webhooks.Events;

namespace IwTune.Server.Features.Audit.Actions;

/// <summary>Provisioned people and groups; locks and removals of people are those of <see cref="AccountActions"/>.</summary>
internal static class ScimActions
{
    public static readonly EventType ChangeUser = EventType.Security("scim.user", "Attributes of a provisioned person were changed"),
        AddGroup = EventType.Security("scim.group", "A group was provisioned"),
        ChangeGroup = EventType.Security("scim.group-changed", "A provisioned group or its members were changed"),
        RemoveGroup = EventType.Security("scim.group-removed", "A provisioned group was removed");

    public static IReadOnlyList<EventType> All { get; } = [ChangeUser, AddGroup, ChangeGroup, RemoveGroup];
}
