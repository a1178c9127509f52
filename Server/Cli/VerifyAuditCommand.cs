using System.CommandLine;
using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Wire;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server verify-audit</c>: 0 intact, 1 changed.</summary>
internal static class VerifyAuditCommand
{
    public static Command Create()
    {
        var file = new Option<string?>("--file")
        {
            Description = "Verify this copy of the log instead of the store; requires no server",
            HelpName = "FILE",
        };
        var against = new Option<string?>("--against")
        {
            Description = "Compare the store with this copy, to detect a truncated or recreated log",
            HelpName = "FILE",
        };
        var key = new Option<string?>("--key")
        {
            Description = "Id of the checkpoint signing key, from an independent record",
            HelpName = "ID",
        };
        var json = new Option<bool>("--json") { Description = "Write JSON, for programs" };
        var command = new Command(
            "verify-audit",
            "Verify the hash chain of the audit log and every signed checkpoint; exit code 1 when an entry was changed or is missing"
        )
        {
            file,
            against,
            key,
            json,
        };
        var store = StoreOptions.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetValue(file) is not null && result.GetValue(against) is not null)
                result.AddError("--file verifies a copy alone, --against the store beside a copy; give one of them");
        });
        command.SetAction(async parsed =>
        {
            var result = parsed.GetValue(file) is { } copy
                ? await CopyAsync(copy, parsed.GetValue(key))
                : await StoreAsync(store.OpenExisting(parsed, AuditKey.FileName), parsed.GetValue(against), parsed.GetValue(key));
            return await TellAsync(result, parsed.GetValue(json));
        });
        return command;
    }

    private static async Task<AuditVerification> CopyAsync(string path, string? key)
    {
        using var lines = Open(path);
        return await AuditTrailCheck.RunAsync(lines, key);
    }

    private static async Task<AuditVerification> StoreAsync((DataDirectory Directory, StorePlace Place) at, string? against, string? pinned)
    {
        using var database = await Database.OpenAsync(at.Place, TimeProvider.System, SchemaUse.UpgradeUnlessRunning);
        using var key = AuditKey.Load(at.Directory);
        if (pinned is not null && pinned != key.Public.KeyId)
            return new AuditChainCheck(0, "").Broken(key.Public, $"the audit key of this store is {key.Public.KeyId}, not {pinned}");
        var copy = against is null ? null : await ReadAsync(against, key.Public);
        // A running server writes entries meanwhile: its log as of one moment is read.
        return await database.SnapshotAsync(async db =>
        {
            var store = await VerifyAudit.RunAsync(db, key.Public);
            return store.Intact && copy is not null ? await VerifyAgainst.RunAsync(db, copy, key.Public, store) : store;
        });
    }

    private static async Task<AuditCopy> ReadAsync(string path, SigningKey key)
    {
        using var lines = Open(path);
        return await AuditCopy.ReadAsync(lines, key);
    }

    private static StreamReader Open(string path)
    {
        try
        {
            return new StreamReader(path);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"The copy {path} cannot be read: {unreadable.Message}", unreadable);
        }
    }

    private static async Task<int> TellAsync(AuditVerification result, bool json)
    {
        if (json)
            await System.Console.Out.WriteLineAsync(JsonSerializer.Serialize(result, AuditJson.Default.AuditVerification));
        else
            await (result.Intact ? System.Console.Out : System.Console.Error).WriteLineAsync(
                result.Key.Length > 0 ? $"{result.Text}\naudit key {result.Key}" : result.Text
            );
        return result.Intact ? ExitCodes.Fine : ExitCodes.Error;
    }
}
