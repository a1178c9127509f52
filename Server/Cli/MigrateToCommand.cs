using System.CommandLine;
using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Features.Backups;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server migrate-to postgres</c></summary>
internal static class MigrateToCommand
{
    public static Command Create() => new("migrate-to", "Move the store to another database") { Postgres() };

    private static Command Postgres()
    {
        var command = new Command(
            "postgres",
            "Copy the store of a data directory into an empty PostgreSQL database, all of it in one transaction; the server must not run"
        );
        var store = StoreOptions.AddTo(command);
        command.SetAction(async parsed =>
        {
            Origin.IsCommandLine();
            var (directory, place) = store.OpenExisting(parsed);
            if (place.Postgres is not { } target)
            {
                await System.Console.Error.WriteLineAsync(
                    "iwtune-server: --database: the database to move to is missing, as in postgres://USER@HOST/NAME (also "
                        + $"{StorePlace.Variable})"
                );
                return ExitCodes.Usage;
            }
            using var key = AuditKey.Load(directory);
            var screen = System.Console.Out;
            var rows = await MoveStore.RunAsync(
                directory.Path,
                target,
                key.Public,
                CommandLineUser.Actor,
                TimeProvider.System,
                (table, count) => screen.WriteLine($"  {table, -28}{count, 12}")
            );
            await screen.WriteLineAsync(
                $"moved     {Quantities.Of(rows, "row")} to {target.Shown}; every table counted, the audit chain verified\nnext      "
                    + $"iwtune-server run {StoreLine.Of(place, store.PasswordFile(parsed), store.KeyFile(parsed))}\n"
                    + $"kept      {directory.File(Database.FileName)} unchanged; no server starts on it now. Delete it when the "
                    + "new store has been backed up."
            );
            return ExitCodes.Fine;
        });
        return command;
    }
}
