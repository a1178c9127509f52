namespace IwTune.Lab.Demo;

/// <summary>Keeps the demonstration running, with its console reachable from this machine.</summary>
internal static class Kept
{
    public static async Task UntilStoppedAsync(Site site, Fleet fleet, CancellationToken ct)
    {
        using var door = PortForward.Open(site.Client, fleet.Server.Address);
        Screen.Heading("Left running");
        Console.WriteLine(
            $"""
              console   https://127.0.0.1:{door.Port}   (its certificate is the server's own: the browser will ask)
              user      admin
              password  {fleet.Server.AdminPassword}
              on host1  ip netns exec {site.Hosts[0].Space.Name} {Binaries.Agent} status --socket {fleet.Agents[0].Socket}
              end       Ctrl+C, or kill {Environment.ProcessId}
            """
        );
        try
        {
            await Task.Delay(Timeout.Infinite, ct);
        }
        catch (OperationCanceledException)
        {
            Screen.Note("ending");
            throw;
        }
    }
}
