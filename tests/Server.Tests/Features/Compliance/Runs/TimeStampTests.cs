using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Time stamps of runs, by openssl's responder.</summary>
[Trait("Needs", "daemon")]
public sealed class TimeStampTests
{
    [Fact]
    public async Task A_run_gets_a_stamp_that_openssl_and_the_verifier_accept_for_this_file_and_this_authority_alone()
    {
        using var authority = new TimeAuthority();
        authority.Start();
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Timestamp = authority.Address,
                TimestampCa = authority.Certificates,
            }
        );
        using var api = await server.ApiAsync();
        var run = await StampedAsync(api, (await api.RunAsync(new("third quarter"))).Id);
        Assert.Equal(TimeAuthority.Name, run.StampedBy);

        var (token, zip) = (
            await api.GetByteArrayAsync(RunPaths.RunTimestamp(run.Id)),
            await api.GetByteArrayAsync(RunPaths.RunFile(run.Id))
        );
        var folder = Directory.CreateTempSubdirectory("iwtune-stamp-").FullName;
        var (tokenFile, zipFile) = (Path.Combine(folder, "q3.tst"), Path.Combine(folder, "q3.zip"));
        File.WriteAllBytes(tokenFile, token);
        File.WriteAllBytes(zipFile, zip);
        var (code, output) = authority.Verify(tokenFile, zipFile);
        Assert.True(code == 0, output);
        Directory.Delete(folder, recursive: true);

        X509Certificate2Collection trusted = [];
        trusted.ImportFromPemFile(authority.Certificates);
        var hash = SHA256.HashData(zip);
        Assert.Equal(new(run.Stamped, TimeAuthority.Name, ""), TimeStampCheck.Of(token, hash, trusted));
        Assert.Equal("is of another file", TimeStampCheck.Of(token, SHA256.HashData([1]), trusted).Problem);
        Assert.StartsWith(
            $"is by CN={TimeAuthority.Name}, which is not trusted: ",
            TimeStampCheck.Of(token, hash, authorities: null).Problem,
            StringComparison.Ordinal
        );
        Assert.Equal("is not a time stamp", TimeStampCheck.Of(zip, hash, trusted).Problem);
        Assert.Equal("is not a time stamp", TimeStampCheck.Of((byte[])[.. token, 0], hash, trusted).Problem);
        for (var at = 0; at < token.Length; at++)
        {
            var changed = (byte[])token.Clone();
            changed[at] ^= 1;
            // Some bytes are not signed, as those of an unused certificate; none of them changes the time.
            Assert.Contains(TimeStampCheck.Of(changed, hash, trusted).At, (DateTimeOffset?[])[null, run.Stamped]);
        }
    }

    [Fact]
    public async Task An_authority_that_is_down_or_not_trusted_is_asked_again()
    {
        using var authority = new TimeAuthority();
        using var stranger = new TimeAuthority();
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Timestamp = authority.Address,
                TimestampCa = stranger.Certificates,
            }
        );
        using var api = await server.ApiAsync();
        var id = (await api.RunAsync(new("third quarter"))).Id;
        Assert.Contains("gave no time stamp", await WaitingAsync(api, id, "gave no"), StringComparison.Ordinal);
        using (var none = await api.GetAsync(RunPaths.RunTimestamp(id)))
            Assert.Equal(HttpStatusCode.NotFound, none.StatusCode);
        authority.Start();
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        Assert.Contains("which is not trusted", await WaitingAsync(api, id, "not trusted"), StringComparison.Ordinal);
        File.Copy(authority.Certificates, stranger.Certificates, overwrite: true);
        server.Clock.Jump(TimeSpan.FromMinutes(6));
        await StampedAsync(api, id);
    }

    private static async Task<ComplianceRun> StampedAsync(HttpClient api, string id)
    {
        ComplianceRun? run = null;
        await Until.TrueAsync(
            async () => (run = await FindAsync(api, id)).Stamped is not null,
            () => $"there is no stamp: {string.Join("; ", run!.Deliveries)}"
        );
        return run!;
    }

    private static async Task<string> WaitingAsync(HttpClient api, string id, string part)
    {
        var text = "";
        await Until.TrueAsync(
            async () =>
                (await FindAsync(api, id)).Deliveries is [{ State: DeliveryState.Waiting } one]
                && (text = one.Text).Contains(part, StringComparison.Ordinal),
            () => $"the delivery says '{text}'"
        );
        return text;
    }

    private static Task<ComplianceRun> FindAsync(HttpClient api, string id) =>
        api.GetAsync(RunPaths.Run(id), ComplianceJson.Default.ComplianceRun);
}
