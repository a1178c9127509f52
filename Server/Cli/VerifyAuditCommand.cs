using System.CommandLine;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server verify-audit</c>: 0 intact, 1 changed.</summary>
internal static class VerifyAuditCommand
{
    public static Command Create()
    {
        var data = DataOption.Create();
        var command = new Command("verify-audit", "Compute the audit log's hash chain again; exit code 1 when an entry was changed or is missing") { data };
        command.SetAction(parsed => RunAsync(parsed.GetRequiredValue(data)));
        return command;
    }

    private static async Task<int> RunAsync(string data)
    {
        using var database = await Database.OpenAsync(DataDirectory.Open(data).Path, TimeProvider.System);
        var result = await database.ReadAsync(VerifyAudit.RunAsync);
        await (result.Intact ? System.Console.Out : System.Console.Error).WriteLineAsync(result.Text);
        return result.Intact ? ExitCodes.Fine : ExitCodes.Error;
    }
}
