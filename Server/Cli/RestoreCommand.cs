using System.CommandLine;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting.Keys.Tokens;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server restore FILE</c></summary>
internal static class RestoreCommand
{
    public static Command Create()
    {
        var file = new Argument<FileInfo>("FILE") { Description = "A backup made by 'iwtune-server backup'" };
        var replace = new Option<bool>("--replace") { Description = "Replace an existing store; its data is lost" };
        var command = new Command(
            "restore",
            "Restore a backup into an empty data directory, or with --database into a database; verified, all or nothing"
        )
        {
            file,
            replace,
        };
        var store = StoreOptions.AddTo(command);
        var tokens = TokenModuleOptions.AddTo(command);
        command.SetAction(async parsed =>
        {
            Origin.IsCommandLine();
            var (directory, place) = store.Open(parsed, TokenModule.Load(tokens.Module(parsed), tokens.PinFile(parsed)));
            var (from, kept, leaked) = await Restore.RunAsync(
                parsed.GetRequiredValue(file).FullName,
                directory,
                place,
                parsed.GetValue(replace),
                CommandLineUser.Actor,
                TimeProvider.System
            );
            var keys = string.Concat(kept.Select(key => $"kept      the {key}, which replaced one of the backup: hosts trust it\n"));
            keys += string.Concat(leaked.Select(key => $"revoked   the {key} of the backup: it leaked or was replaced after the backup\n"));
            await System.Console.Out.WriteLineAsync(
                $"restored  the backup of {from.MadeAt:u} (iwtune-server {from.Version}, {from.Engine})\nto        "
                    + $"{place.Postgres?.Shown ?? directory.Path}\nverified  {from.Entries} audit entries, every one as it was "
                    + $"written\n{keys}next      iwtune-server run "
                    + StoreLine.Of(place, store.PasswordFile(parsed), store.KeyFile(parsed))
            );
            return ExitCodes.Fine;
        });
        return command;
    }
}
