using IwTune.Benchmarks.Measuring;
using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>The native agent as a daemon without a server.</summary>
internal static class Daemon
{
    /// <summary>
    /// For its agent.yaml: by default the agent leaves a route to another program that changes it ten times within ten minutes.
    /// </summary>
    private const string ManyRepairs = "repairs: { max: 1000, within: 1m }\n";

    /// <summary>Starts it in a namespace with its state and socket in the scratch folder.</summary>
    public static LabProcess Start(NetNamespace space, Scratch scratch, string policy) =>
        space.Start(
            Shipped.Agent,
            "run",
            "--policy",
            scratch.Write("policy.yaml", policy),
            "--state",
            scratch.At("state"),
            "--socket",
            Socket(scratch)
        );

    /// <summary>The same for a route that is disturbed hundreds of times; returns when it listens.</summary>
    public static async Task<LabProcess> StartRepairingAsync(NetNamespace space, Scratch scratch, string policy)
    {
        scratch.Write("state/agent.yaml", ManyRepairs);
        var daemon = Start(space, scratch, policy);
        await WaitAsync(daemon, scratch);
        return daemon;
    }

    public static string Socket(Scratch scratch) => scratch.At("agent.sock");

    /// <summary>Waits until it listens on its socket.</summary>
    public static async Task WaitAsync(LabProcess daemon, Scratch scratch)
    {
        for (var tries = 0; !File.Exists(Socket(scratch)); tries++)
        {
            if (daemon.Ended || tries > 500)
                throw new BenchException($"the daemon does not listen; it said:\n{daemon.Output}");
            await Task.Delay(20);
        }
    }
}
