using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Console.Rollouts;

/// <summary>A host that applies its bundles, over the agents' own protocol, or fails to.</summary>
internal sealed class FollowingHost(ConsoleServer server, EnrolReply reply, HostFacts facts)
{
    private HeldBundle? held;
    private long counter,
        number;
    private string hash = "sha256:none";

    public string Id => reply.HostId;

    /// <summary>True for a host whose agent may not change routes.</summary>
    public bool Fails { get; set; }

    public static async Task<FollowingHost> JoinAsync(ConsoleServer server, string token, string name)
    {
        var facts = new HostFacts
        {
            HostName = name,
            Os = "linux",
            OsName = "Debian GNU/Linux 12 (bookworm)",
            Kernel = "6.1.0-18-amd64",
            BootId = Guid.NewGuid().ToString(),
            MachineId = Guid.NewGuid().ToString("n"),
            AgentVersion = "0.1.0",
        };
        return new(server, await server.EnrolAsync(token, facts), facts);
    }

    /// <summary>One check-in, and its consequences.</summary>
    public async Task FollowAsync()
    {
        if (await server.CheckInAsync(reply, new(held, hash, facts.BootId, ++counter)) is not { } bundle)
            return;
        held = new(bundle.Sequence, BundleDigest.Of(bundle.Content), bundle.Expires);
        hash = $"sha256:{bundle.Sequence}-{bundle.Content.Revision}-{Fails}";
        var wanted = bundle.Content.Windows.Count == 0 ? Window.Unset : new Window(bundle.Content.Windows[0].InitCwnd, null);
        var fails = Fails && bundle.Content.Revision > 1;
        var state = new HostState
        {
            Held = held,
            Policy = bundle.Content.Policy,
            Revision = bundle.Content.Revision,
            Mode = bundle.Content.Mode,
            Phase = fails ? BundlePhase.Failed : BundlePhase.Applied,
            Reason = fails ? "RTM_NEWROUTE was answered with EPERM; the agent needs CAP_NET_ADMIN." : "",
            StateHash = hash,
            Targets =
            [
                new()
                {
                    Id = "ipv4 main default via 192.0.2.1 dev eth0",
                    Scope = "default",
                    Owner = "static",
                    Strategy = "in-place",
                    Wanted = wanted,
                    Configured = fails ? Window.Unset : wanted,
                    Outcome = fails ? TargetOutcome.Failed : TargetOutcome.Applied,
                    Reason = fails ? "RTM_NEWROUTE was answered with EPERM; the agent needs CAP_NET_ADMIN." : "",
                    Managed = !fails,
                },
            ],
        };
        await server.ReportAsync(
            reply,
            [
                new ReportLine
                {
                    Number = ++number,
                    At = TimeProvider.System.GetUtcNow(),
                    State = state,
                },
            ]
        );
        await server.CheckInAsync(reply, new(held, hash, facts.BootId, ++counter));
    }
}
