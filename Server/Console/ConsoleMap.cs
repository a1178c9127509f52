using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Console;

/// <summary>The pages that the navigation and the palette offer.</summary>
internal static class ConsoleMap
{
    public static IReadOnlyList<Group> Groups { get; } =
    [
        new(
            "Fleet",
            [
                new("/", "Overview", "home"),
                new("/inbox", "Inbox", "in"),
                new("/hosts", "Hosts", "hosts"),
                new("/standing", "Drift and holds", "drift"),
            ]
        ),
        new(
            "Change",
            [
                new("/policies", "Policies", "policy"),
                new("/rollouts", "Rollouts", "rollout"),
                new("/compliance/exceptions", "Exceptions", "except"),
            ]
        ),
        new(
            "Evidence",
            [
                new("/compliance", "Compliance", "check"),
                new("/compliance/runs", "Compliance runs", "download", Permission.Runs),
                new("/insight", "Insight", "insight"),
                new("/audit", "Audit", "audit", Permission.AuditRead),
            ]
        ),
        new(
            "Administration",
            [
                new("/enrolment", "Enrolment", "key", Permission.TokensEnrol, Permission.AccessRead),
                new("/agents", "Agents", "up"),
                new("/users", "Users", "user", Permission.AccessRead),
                new("/tokens", "Tokens", "gear", Permission.AccessRead),
                new("/webhooks", "Webhooks", "out", Permission.AccessRead),
                new("/retention", "Retention", "clock", Permission.AccessRead),
                new("/keys", "Keys", "key", Permission.AccessRead),
                new("/about", "About", "info"),
            ]
        ),
    ];

    public static IReadOnlyList<Entry> Entries { get; } = [.. Groups.SelectMany(group => group.Entries)];

    /// <param name="Title">What its pages have in common.</param>
    /// <param name="Entries">Its pages.</param>
    internal sealed record Group(string Title, IReadOnlyList<Entry> Entries);

    /// <param name="Address">Its path.</param>
    /// <param name="Title">What people call it.</param>
    /// <param name="Icon">As in <c>Icon.razor</c>.</param>
    /// <param name="Needs">What it needs.</param>
    /// <param name="Or">What opens it as well.</param>
    internal sealed record Entry(string Address, string Title, string Icon, Permission Needs = Permission.HostsRead, Permission? Or = null);
}
