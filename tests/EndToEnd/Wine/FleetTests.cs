using IwTune.Lab;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>The product's thread with a Windows host: a real server on Linux, the real program for Windows.</summary>
[Collection(nameof(UnderWine))]
public sealed class FleetTests(WindowsPattern pattern)
{
    [Fact]
    public async Task A_revision_reaches_a_windows_host_is_reported_kept_against_drift_rolled_back_and_given_back()
    {
        using var host = new WindowsHost(pattern);
        using var server = await VerifiableServer.StartAsync(host.Windows.Space, host.Windows.Unix(@"C:\lab\server"));
        using var administrator = new Administrator(host.Windows.Space, server);
        var token = server.CreateToken("--uses", "1", "--labels", "role=edge");
        host.Ran(0, "enroll", server.Url, "--token", token.Token, "--ca-pin", token.CaPin);
        using var daemon = host.Start("run");

        Push(16, "sixteen");
        await ReportedAsync(revision: 1, initCwnd: 16);
        Assert.Equal((16, 16), (host.Window("Internet"), host.Window("Datacenter")));

        host.ChangeByAnother(machine => machine.WithWindow("Internet", 4));
        await Until.TrueAsync(() => host.Window("Internet") == 16, () => "the template was not repaired:\n" + daemon.Output);

        Push(20, "twenty");
        await ReportedAsync(revision: 2, initCwnd: 20);
        Ran(administrator.Run("fleet", "policies", "rollback", "edge", "--to", "1", "--reason", "back"));
        await ReportedAsync(revision: 3, initCwnd: 16);

        Ran(host.RunHere("unenroll"));
        host.AssertUntouched();

        void Push(int initCwnd, string reason) =>
            Ran(
                administrator.Run(
                    "fleet",
                    "policies",
                    "push",
                    host.Windows.Unix(host.Policy(initCwnd)),
                    "--assign",
                    "role:edge",
                    "--reason",
                    reason
                )
            );

        async Task ReportedAsync(int revision, int initCwnd)
        {
            var found = "";
            await Until.TrueAsync(
                async () =>
                {
                    found = await administrator.GetAsync("/api/v1/hosts");
                    return found.Contains("compliant", StringComparison.OrdinalIgnoreCase)
                        && host.Window("Internet") == initCwnd
                        && host.Window("Datacenter") == initCwnd;
                },
                () => $"revision {revision} with {initCwnd} was not reported: {found}\n{daemon.Output}\n{server.Output}"
            );
        }
    }

    private static void Ran(CommandResult result) =>
        Assert.True(result.ExitCode == 0, $"exit {result.ExitCode}: {result.Error}{result.Output}");
}
