using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>Statements about a run.</summary>
public sealed class AttestTests
{
    [Fact]
    public async Task A_statement_is_signed_with_the_key_of_the_export_and_verifies_offline()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna", Role.Approver);
        var run = await anna.RunAsync(new("third quarter"));
        var attested = await anna.AttestAsync(run.Id, "I reviewed this export; the exceptions are justified.");
        var one = Assert.Single(attested.Attestations);
        Assert.Equal("user:anna", one.By);

        var lines = (await anna.GetStringAsync(RunPaths.RunAttestations(run.Id))).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var key = server.Get<ExportSigner>().PublicKey;
        var keys = new Dictionary<string, SigningKey>(StringComparer.Ordinal) { [run.Sha256!] = key };
        var check = AttestationCheck.Of(Assert.Single(lines), keys);
        Assert.Equal(new(ExportAttestation.Version1, run.Sha256!, one.By, one.At, one.Statement), check.Attestation);

        var other = new Dictionary<string, SigningKey>(StringComparer.Ordinal) { [new string('0', 64)] = key };
        Assert.Contains("another export", AttestationCheck.Of(lines[0], other).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_changed_character_makes_another_statement()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("third quarter"));
        await api.AttestAsync(run.Id, "I reviewed this export.");
        var line = (await api.GetStringAsync(RunPaths.RunAttestations(run.Id))).TrimEnd();
        var keys = new Dictionary<string, SigningKey>(StringComparer.Ordinal) { [run.Sha256!] = server.Get<ExportSigner>().PublicKey };
        var said = AttestationCheck.Of(line, keys).Attestation;
        Assert.NotNull(said);
        // The key id is a hint, which is not signed (DSSE v1.0, protocol.md).
        var hint = line.IndexOf("\"keyid\":\"", StringComparison.Ordinal);
        for (var at = 0; at < line.Length; at++)
        {
            if (at >= hint && at < hint + 75)
                continue;
            var changed = line[..at] + (line[at] == 'A' ? 'B' : 'A') + line[(at + 1)..];
            var read = AttestationCheck.Of(changed, keys).Attestation;
            // The case of a name, and of an escape, says nothing.
            Assert.True(read is null || read == said, $"character {at} of {line}");
        }
    }

    [Fact]
    public async Task An_operator_cannot_attest_and_a_statement_has_words()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var run = await api.RunAsync(new("third quarter"));
        using var eager = await server.ApiAsync(Role.Operator);
        await RefusedAsync(eager, run.Id, "I reviewed it.", HttpStatusCode.Forbidden);
        await RefusedAsync(api, run.Id, " ", HttpStatusCode.BadRequest);
        await RefusedAsync(api, run.Id, "two\nlines", HttpStatusCode.BadRequest);
        await RefusedAsync(api, "0", "I reviewed it.", HttpStatusCode.NotFound);
    }

    private static async Task RefusedAsync(HttpClient api, string id, string statement, HttpStatusCode expected)
    {
        using var answer = await api.PostAsJsonAsync(
            RunPaths.RunAttestations(id),
            new AttestRequest(statement),
            ComplianceJson.Default.AttestRequest
        );
        await answer.ProblemAsync(expected);
    }
}
