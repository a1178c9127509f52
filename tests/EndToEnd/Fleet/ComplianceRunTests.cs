using System.Text.Json;
using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Fleet;

/// <summary>A compliance run from its start to the offline check, with the real commands.</summary>
public sealed class ComplianceRunTests : IClassFixture<Joining>, IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-runs-").FullName;
    private readonly Joining joining;

    public ComplianceRunTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task An_auditor_schedules_starts_attests_gets_and_verifies_runs()
    {
        using var auditor = new Administrator(joining.Site.Client, joining.Server, "auditor");
        Ran(auditor.Run("fleet", "schedules", "add", "monthly", "--cron", "0 6 1 * *", "--zone", "Europe/Berlin", "--reason", "as agreed"));
        Assert.Contains("Europe/Berlin", Ran(auditor.Run("fleet", "schedules", "list")), StringComparison.Ordinal);
        Ran(auditor.Run("fleet", "schedules", "remove", "monthly", "--reason", "over"));

        var first = await KeptAsync(auditor, "first");
        var (zip, statements) = (Path.Combine(folder, "q3.zip"), Path.Combine(folder, "q3.jsonl"));
        Ran(auditor.Run("fleet", "runs", "attest", first, "--statement", "I reviewed this export."));
        Ran(auditor.Run("fleet", "runs", "get", first, "--out", zip, "--attestations", statements));
        Assert.Contains(
            "I reviewed this export.",
            Ran(auditor.Run("verify-export", zip, "--attestations", statements)),
            StringComparison.Ordinal
        );

        using (var authority = new TimeAuthority())
        {
            var token = Path.Combine(folder, "q3.tst");
            authority.Stamp(zip, token);
            var stamped = auditor.Run("verify-export", zip, "--timestamp", token, "--timestamp-ca", authority.Certificates);
            Assert.Contains($"by the time stamp of {TimeAuthority.Name}.", Ran(stamped), StringComparison.Ordinal);
            var strange = auditor.Run("verify-export", zip, "--timestamp", token);
            Assert.Equal(1, strange.ExitCode);
            Assert.Contains("q3.tst is by CN=", strange.Error, StringComparison.Ordinal);
        }

        Ran(auditor.Run("fleet", "runs", "hold", first, "--reason", "case 4711"));
        Assert.Contains("held", Ran(auditor.Run("fleet", "runs", "list")), StringComparison.Ordinal);
        Ran(auditor.Run("fleet", "runs", "release", first, "--reason", "settled"));
        var link = Ran(auditor.Run("fleet", "runs", "link", first, "--days", "1", "--reason", "for the external auditor")).Trim();
        Assert.Contains("/read/iwtr_", link, StringComparison.Ordinal);
        var id = JsonDocument
            .Parse(Ran(auditor.Run("fleet", "runs", "show", first, "--json")))
            .RootElement.GetProperty("links")[0]
            .GetProperty("id")
            .GetString()!;
        Ran(auditor.Run("fleet", "runs", "unlink", first, id));

        var second = await KeptAsync(auditor, "second");
        Assert.Contains("0 hosts differ", Ran(auditor.Run("fleet", "runs", "compare", first, second)), StringComparison.Ordinal);

        // A statement about another export, and one that was changed.
        var other = Path.Combine(folder, "other.zip");
        Ran(auditor.Run("fleet", "runs", "get", second, "--out", other));
        Assert.Contains("is about another export", Refused(auditor, other, statements), StringComparison.Ordinal);
        File.WriteAllText(statements, File.ReadAllText(statements).Replace("\"payload\":\"e", "\"payload\":\"f", StringComparison.Ordinal));
        Assert.Contains("line 1 is refused", Refused(auditor, zip, statements), StringComparison.Ordinal);
    }

    private static async Task<string> KeptAsync(Administrator auditor, string reason)
    {
        using var started = JsonDocument.Parse(Ran(auditor.Run("fleet", "runs", "start", "--reason", reason, "--json")));
        var id = started.RootElement.GetProperty("id").GetString()!;
        var shown = "";
        await Until.TrueAsync(
            () => (shown = Ran(auditor.Run("fleet", "runs", "show", id))).Contains("kept", StringComparison.Ordinal),
            () => $"the run is not kept: {shown}"
        );
        return id;
    }

    private static string Refused(Administrator auditor, string zip, string statements)
    {
        var result = auditor.Run("verify-export", zip, "--attestations", statements);
        Assert.Equal(1, result.ExitCode);
        return result.Error;
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);
}
