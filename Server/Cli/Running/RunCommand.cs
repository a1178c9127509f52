using System.CommandLine;
using System.Net.Sockets;
using System.Runtime;
using IwTune.Server.Features.Backups;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli.Running;

/// <summary><c>iwtune-server run</c></summary>
internal static class RunCommand
{
    public static Command Create()
    {
        var command = new Command("run", "Run the server. The first start creates the CA, the store and the administrator 'admin'.");
        List<Func<ServerOptions, ParseResult, ServerOptions>> groups =
        [
            new ListenOptions(command).Into,
            new CheckInOptions(command).Into,
            new AdmissionOptions(command).Into,
            new EnrolmentOptions(command).Into,
            new ReleaseOptions(command).Into,
            new RecordOptions(command).Into,
        ];
        var store = StoreOptions.AddTo(command);
        groups.Add(new ReplicaOptions(command).Into);
        var tokens = TokenModuleOptions.AddTo(command);
        groups.AddRange([
            new ReceiverOptions(command).Into,
            new ExportOptions(command).Into,
            new SignInOptions(command).Into,
            new SharingOptions(command).Into,
        ]);
        command.SetAction(
            (parsed, ct) =>
            {
                var options = new ServerOptions
                {
                    Data = store.Data(parsed),
                    Database = store.Database(parsed),
                    DatabasePasswordFile = store.PasswordFile(parsed),
                    KeyFile = store.KeyFile(parsed),
                    FormerKeyFile = store.FormerKeyFile(parsed),
                    TokenModule = tokens.Module(parsed),
                    TokenPinFile = tokens.PinFile(parsed),
                };
                return RunAsync(groups.Aggregate(options, (so, into) => into(so, parsed)), ct);
            }
        );
        return command;
    }

    private static async Task<int> RunAsync(ServerOptions options, CancellationToken ct)
    {
        if (options.Validate() is { Count: > 0 } problems)
        {
            foreach (var problem in problems)
                await System.Console.Error.WriteLineAsync($"iwtune-server: {problem}");
            return ExitCodes.Usage;
        }
        // Also with a store elsewhere: servers that share a directory delete each other's drafts of keys.
        var directory = DataDirectory.Open(options.Data);
        using var running = RunningLock.Take(directory.Path);
        if (running is null)
        {
            await System.Console.Error.WriteLineAsync(
                $"iwtune-server: --data {options.Data}: another server runs on this directory, or a command restores it. Several servers "
                    + "of one fleet need a PostgreSQL database (--database), and each of them a data directory of its own."
            );
            return ExitCodes.Error;
        }
        await RestoreFolder.SettleAsync(directory, options.StoreIn(directory.Path));
        // A collection of all memory takes seconds for 100,000 hosts: it must run beside the calls, and not stop them.
        GCSettings.LatencyMode = GCLatencyMode.SustainedLowLatency;
        await using var app = await ServerApp.BuildAsync(options, TimeProvider.System);
        try
        {
            await app.StartAsync(ct);
        }
        catch (IOException taken)
        {
            await System.Console.Error.WriteLineAsync(
                $"iwtune-server: --listen {options.Listen}: {taken.Message} Is another server running there?"
            );
            return ExitCodes.Error;
        }
        catch (SocketException refused)
        {
            await System.Console.Error.WriteLineAsync(
                $"iwtune-server: --listen {options.Listen}: {refused.Message}. The address has to be one of this host's, and a port "
                    + "below 1024 needs CAP_NET_BIND_SERVICE."
            );
            return ExitCodes.Error;
        }
        catch (OperationCanceledException)
        {
            // Stopped, or ended by a part that failed, before it listened.
            return await EndAsync(app);
        }
        await Announcement.MakeAsync(app, options);
        await app.WaitForShutdownAsync(ct);
        return await EndAsync(app);
    }

    /// <summary>The host exits normally also when a part of it failed, and a service manager would not restart it.</summary>
    private static async Task<int> EndAsync(WebApplication app)
    {
        var exit = ExitCodes.Fine;
        foreach (var part in app.Services.GetServices<IHostedService>().OfType<BackgroundService>())
        {
            if (part.ExecuteTask?.Exception?.InnerException is not { } why)
                continue;
            exit = ExitCodes.Error;
            await System.Console.Error.WriteLineAsync($"iwtune-server: {part.GetType().Name} failed, and the server ended with it: {why}");
        }
        return exit;
    }
}
