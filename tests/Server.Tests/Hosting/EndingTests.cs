using System.Diagnostics;
using System.Globalization;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>How the real program ends, as a service manager sees it.</summary>
public sealed class EndingTests
{
    [Fact]
    public async Task When_a_part_of_it_fails_it_says_which_and_ends_so_that_it_is_started_again()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 1);
        await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await server.Database.WriteAsync(write => write.ExecuteAsync("update rollouts set state = 'OfALaterVersion'"));
        await server.StopAsync();

        using var program = await StartAsync(server.Data);
        var reading = program.StandardError.ReadToEndAsync();

        var (exit, said) = (await EndAsync(program), await reading);
        Assert.True(exit == 1, $"{exit}: {said}");
        Assert.Contains(
            "iwtune-server: RolloutAdvancer failed, and the server ended with it: System.ArgumentException: Requested value "
                + "'OfALaterVersion' was not found.",
            said,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Told_to_end_it_ends_well()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();

        using var program = await StartAsync(server.Data);
        while (await program.StandardOutput.ReadLineAsync() is { } line && !line.StartsWith("CA pin", StringComparison.Ordinal)) { }
        using var kill = Process.Start("kill", ["-TERM", program.Id.ToString(CultureInfo.InvariantCulture)]);

        Assert.Equal(0, await EndAsync(program));
    }

    [Fact]
    public async Task An_address_of_another_host_is_said_in_a_sentence()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();

        // TEST-NET-3 (RFC 5737): no host has it.
        using var program = await StartAsync(server.Data, "203.0.113.1:7443");
        var reading = program.StandardError.ReadToEndAsync();

        var (exit, said) = (await EndAsync(program), await reading);
        Assert.True(exit == 1, $"{exit}: {said}");
        Assert.Contains("iwtune-server: --listen 203.0.113.1:7443: Cannot assign requested address", said, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", said, StringComparison.Ordinal);
    }

    private static async Task<Process> StartAsync(string data, string listen = "127.0.0.1:0")
    {
        string[] store = await TestStore.UrlAsync(data) is { } url ? ["--database", url] : [];
        return Process.Start(
            new ProcessStartInfo("dotnet", [typeof(ServerApp).Assembly.Location, "run", "--data", data, "--listen", listen, .. store])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;
    }

    private static async Task<int> EndAsync(Process program)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        try
        {
            await program.WaitForExitAsync(limit.Token);
            return program.ExitCode;
        }
        finally
        {
            program.Kill();
        }
    }
}
