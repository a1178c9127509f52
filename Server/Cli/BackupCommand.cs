using System.CommandLine;
using IwTune.Server.Features.Backups;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server backup FILE</c></summary>
internal static class BackupCommand
{
    public static Command Create()
    {
        var file = new Argument<FileInfo>("FILE")
        {
            Description = "What is made, such as /backup/iwtune-2026-11-22.tar.gz; readable by its owner alone, for it holds every key",
        };
        var command = new Command(
            "backup",
            "Write one moment of the store and the server's keys into one file, while servers run; it can be restored into either database"
        )
        {
            file,
        };
        var store = StoreOptions.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetValue(file) is { Exists: true } there)
                result.AddError($"{there.FullName} is there already; name another file");
        });
        command.SetAction(async parsed =>
        {
            var ((directory, place), path) = (store.OpenExisting(parsed), parsed.GetRequiredValue(file).FullName);
            var made = await BackUp.RunAsync(directory, place, path, TimeProvider.System);
            await System.Console.Out.WriteLineAsync(
                $"backup    {path}, {new FileInfo(path).Length / 1024} KiB\nof        {made.Engine}, {made.Entries} audit entries, head "
                    + $"{made.Head}\nholds     every key of this server but those in a token: keep it as safe as the server\nrestore   "
                    + $"iwtune-server restore {path} --data DIR"
            );
            return ExitCodes.Fine;
        });
        return command;
    }
}
