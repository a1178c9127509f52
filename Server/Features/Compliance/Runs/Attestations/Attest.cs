using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Compliance.Runs.Attestations;

/// <summary>Signs a person's statement about a run, with the key that signs exports.</summary>
internal sealed class Attest(Database database, ExportSigner signer, TimeProvider clock)
{
    private const int Longest = 1_000;

    /// <param name="actor">As the audit log writes it.</param>
    /// <param name="person">Who stands behind it: a token acts for a person.</param>
    /// <param name="id">The run.</param>
    /// <param name="request">The statement.</param>
    /// <returns>False when there is no such run that is kept; or everything that is wrong.</returns>
    public async Task<(bool Found, IReadOnlyList<PolicyProblem> Problems)> RunAsync(
        string actor,
        string person,
        string id,
        AttestRequest request
    )
    {
        var statement = (request.Statement ?? "").Trim();
        if (statement.Length is 0 or > Longest || !ShownText.IsPlain(statement))
            return (true, [new("statement", null, $"1 to {Longest} printable characters on one line", 0, 0)]);
        var found = await database.WriteAsync(async write =>
        {
            if (await RunQueries.FindAsync(write, id) is not { IsKept: true, Sha256: { } sha256 } run)
                return false;
            var now = clock.Now();
            var attestation = new ExportAttestation(ExportAttestation.Version1, sha256, person, Clock.At(now), statement);
            await write.ExecuteAsync(
                """
                insert into run_attestations (id, run_id, author, at, statement, envelope)
                values (@row, @id, @person, @now, @statement, @envelope)
                """,
                new
                {
                    row = clock.NewId(),
                    id,
                    person,
                    now,
                    statement,
                    envelope = signer.Sign(attestation),
                }
            );
            if (run.Folder)
                await RunDeliveryQueries.InsertAsync(write, clock, id, DeliveryTarget.FolderAttestations);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RunActions.Attest,
                RunActions.Subject(id),
                $"Attested the export with SHA-256 {sha256}.",
                statement
            );
            return true;
        });
        return (found, []);
    }
}
