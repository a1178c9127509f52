namespace IwTune.Lab.FleetDemo;

/// <summary>The swarm, in its own process beside the server.</summary>
internal sealed class SwarmProcess : IDisposable
{
    private readonly LabProcess process;

    private SwarmProcess(LabProcess process) => this.process = process;

    /// <summary>Its output.</summary>
    public string Output => process.Output;

    public static SwarmProcess Start(
        NetNamespace space,
        ServerProcess server,
        IReadOnlyList<ServerToken> tokens,
        int hosts,
        string windows
    ) =>
        new(
            space.Start(
                Binaries.Swarm,
                [
                    "--server",
                    server.Url,
                    .. tokens.SelectMany(token => (string[])["--token", token.Token]),
                    "--ca-pin",
                    tokens[0].CaPin,
                    "--hosts",
                    $"{hosts}",
                    "--windows",
                    windows,
                    "--seed",
                    "7",
                    "--buffer",
                    "40",
                    "--clean",
                    "--rate",
                    "3",
                    "--report-every",
                    "4s",
                ]
            )
        );

    /// <returns>Its output line about the joined hosts.</returns>
    public Task<string> JoinedAsync() => process.WaitForLineAsync("hosts enrolled");

    /// <summary>Ends it by its own command, which removes its data in memory.</summary>
    public void Dispose()
    {
        try
        {
            process.StopAsync(TimeSpan.FromMinutes(1)).GetAwaiter().GetResult();
        }
        catch (LabException)
        {
            // It is killed in that case.
        }
        process.Dispose();
    }
}
