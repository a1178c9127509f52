using System.CommandLine;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server backup FILE</c></summary>
internal static class BackupCommand
{
    public static Command Create()
    {
        var file = new Argument<FileInfo>("FILE")
        {
            Description = "Backup file, such as /backup/iwtune-2026-11-22.tar.gz; readable only by its owner: it contains every key",
        };
        var command = new Command(
            "backup",
            "Write a consistent copy of the store and the server's keys into one file, while servers run; restores into either database"
        )
        {
            file,
        };
        var store = StoreOptions.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetValue(file) is { Exists: true } there)
                result.AddError($"{there.FullName} already exists; give another file");
        });
        command.SetAction(async parsed =>
        {
            var ((directory, place), path) = (store.OpenExisting(parsed, AuditKey.FileName), parsed.GetRequiredValue(file).FullName);
            var made = await BackUp.RunAsync(directory, place, path, TimeProvider.System);
            await System.Console.Out.WriteLineAsync(Said(made, path, directory.IsClosed(AuditKey.FileName), store.KeyFile(parsed)));
            return ExitCodes.Fine;
        });
        return command;
    }

    /// <summary>What was made, and how to restore it.</summary>
    /// <param name="made">The backup.</param>
    /// <param name="path">Its file.</param>
    /// <param name="encrypted">Whether the keys in it are.</param>
    /// <param name="keyFile">The option, if it was given: a backup needs no key.</param>
    internal static string Said(BackupManifest made, string path, bool encrypted, string? keyFile) =>
        $"backup    {path}, {new FileInfo(path).Length / 1024} KiB\nof        {made.Engine}, {made.Entries} audit entries, head "
        + $"{made.Head}\nholds     every key of this server but those in a token"
        + (encrypted ? ", encrypted with the file of --key-file, which is not in it" : "")
        + $": keep it as safe as the server\nrestore   iwtune-server restore {path} --data DIR"
        + (encrypted ? $" --key-file {keyFile ?? "FILE"}" : "");
}
