namespace IwTune.Server.Features.Policies.Pages;

/// <summary>A policy to begin with.</summary>
/// <param name="Key">Its name in an address.</param>
/// <param name="Title">A few words.</param>
/// <param name="Use">When to use it, one sentence.</param>
/// <param name="Document">The policy: valid as it is, without a warning.</param>
public sealed record PolicyTemplate(string Key, string Title, string Use, string Document);

/// <summary>The policies that a new one can start from, the most common first.</summary>
internal static class PolicyTemplates
{
    public static IReadOnlyList<PolicyTemplate> All { get; } =
    [
        new(
            "everywhere",
            "10 segments everywhere",
            "Hosts have different windows and all of them should start with the value of RFC 6928.",
            """
            policy: edge-web
            mode: enforce              # or audit: report only
            window: { initcwnd: 10 }   # segments
            scopes:
              - default                # IPv4 and IPv6
            limits: { max: 32, step: x2 }
            confirm: 2m                # else undone

            """
        ),
        new(
            "observe",
            "Only observe",
            "You want to know which hosts start with another window before you change any.",
            """
            policy: observe
            mode: audit                # report only; no host is changed
            window: { initcwnd: 10 }   # what hosts are compared with
            scopes:
              - default                # IPv4 and IPv6

            """
        ),
        new(
            "own-network",
            "A larger window towards a prefix",
            "Paths to your own sites or caches have room for more; all other routes keep their window.",
            """
            policy: own-network
            mode: enforce
            scopes:
              - prefix: 10.0.0.0/8     # your own; public addresses need measurements above 10
                window: { initcwnd: 20 }
            limits: { max: 20, step: x2 }
            confirm: 2m                # else undone

            """
        ),
        new(
            "linux-windows",
            "Linux and Windows Server",
            "The fleet has both systems: only values and scopes that Windows Server 2016 and later support.",
            """
            policy: linux-windows
            mode: enforce
            window: { initcwnd: 10 }   # Windows: an even number, 2 to 64, and no initrwnd
            scopes:
              - default                # Windows: the templates of connections
              - prefix: 10.0.0.0/8     # Windows: no interface, table or containers, two windows of prefixes
                window: { initcwnd: 16 }
            limits: { max: 32, step: x2 }
            confirm: 2m                # else undone

            """
        ),
        new(
            "auto",
            "Let hosts decide",
            "The loss of the paths is unknown: each host follows the loss of its own connections, within bounds.",
            """
            policy: auto
            mode: enforce
            window: { initcwnd: auto }
            scopes:
              - default                # IPv4 and IPv6
            auto: { min: 3, max: 10 }  # segments
            confirm: 2m                # else undone

            """
        ),
    ];

    /// <summary>What a new policy starts from unless another is chosen.</summary>
    public static PolicyTemplate First => All[0];

    public static PolicyTemplate? Find(string key) => All.FirstOrDefault(template => template.Key == key);
}
