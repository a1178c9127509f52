using System.Diagnostics;
using IwTune.Server.Features.Keys;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Tests.Features.Keys;

[Trait("Store", "file")]
public sealed class PinOfTokensTests
{
    [Fact]
    public async Task A_token_that_is_made_right_after_a_CA_was_retired_has_the_pin_of_its_successor()
    {
        var server = await RunningServer.StartAsync(with: options => options with { Database = null });
        var former = server.Get<HeldKeys>().Authority.Id;
        await server.RotateAsync(KeyKind.Authority);
        await server.RetireAsync(former).DoneAsync();
        await server.StopAsync();
        // The server replaces it when it starts next.
        Assert.Equal("sha256:" + former, CertificateAuthority.PinOf(await File.ReadAllTextAsync(Path.Combine(server.Data, "ca.pem"))));

        using var program = Process.Start(
            new ProcessStartInfo(
                "dotnet",
                [Path.Combine(AppContext.BaseDirectory, "iwtune-server.dll"), "token", "create", "--data", server.Data]
            )
            {
                RedirectStandardOutput = true,
            }
        )!;
        var said = await program.StandardOutput.ReadToEndAsync();

        Assert.Contains("--ca-pin sha256:", said, StringComparison.Ordinal);
        Assert.DoesNotContain(former, said, StringComparison.Ordinal);
        Directory.Delete(server.Data, recursive: true);
    }
}
