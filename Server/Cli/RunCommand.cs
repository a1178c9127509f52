using System.CommandLine;
using System.Net.Sockets;
using System.Runtime;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server run</c></summary>
internal static class RunCommand
{
    public static Command Create()
    {
        var listen = new Option<string>("--listen")
        {
            Description = "Address and port to listen on",
            HelpName = "HOST:PORT",
            DefaultValueFactory = _ => "127.0.0.1:7443",
        };
        var names = new Option<string[]>("--name")
        {
            Description = "Name or address of the server for agents and browsers; may be repeated",
            HelpName = "NAME",
            DefaultValueFactory = _ => [],
        };
        var standard = new ServerOptions { Data = "" };
        var life = ServerDurationOption.Create(
            "--bundle-life",
            "How long a host may accept a signed bundle; renewed at half of it",
            standard.BundleLife
        );
        var poll = ServerDurationOption.Create("--poll", "How long a check-in may be held open", standard.PollLimit);
        var stale = ServerDurationOption.Create("--stale-after", "A host without a check-in for longer is stale", standard.StaleAfter);
        var waiting = new Option<int>("--max-waiting")
        {
            Description = "Maximum number of check-ins held open",
            HelpName = "N",
            DefaultValueFactory = _ => standard.MaxWaiting,
        };
        var budgets = new Option<string[]>("--budget")
        {
            Description =
                "Calls of one kind that run at a time, sixteen times as many in line: checkins, enrolments, reports, bundles, api or "
                + "console; the others are sized by the machine; may be repeated",
            HelpName = "NAME=CALLS",
            DefaultValueFactory = _ => [],
        };
        var joins = new Option<int>("--enrolments")
        {
            Description = "Hosts that may enrol a second; four times that at once",
            HelpName = "N",
            DefaultValueFactory = _ => standard.EnrolmentsPerSecond,
        };
        var calls = new Option<int>("--calls")
        {
            Description = "Calls a second by one person or service token; ten times that at once",
            HelpName = "N",
            DefaultValueFactory = _ => standard.CallsPerSecond,
        };
        var approve = new Option<bool>("--approve-hosts")
        {
            Description = "Every host that enrols waits for approval by an administrator, regardless of its token",
        };
        var wait = ServerDurationOption.Create(
            "--approve-within",
            "A host that is not approved within this time must enrol again",
            standard.ApprovalWait
        );
        var keys = new Option<bool>("--require-host-keys")
        {
            Description = "Refuse to enrol hosts without a host key; enrolled hosts are not affected",
        };
        var secrets = ServerDurationOption.Create(
            "--host-secret-life",
            "Maximum age of a host's secret before it creates a new one",
            standard.HostSecretLife
        );
        var approvals = new Option<int>("--approvals")
        {
            Description = "People other than its author who must approve a rollout, 0 to 5; an emergency needs two at least",
            HelpName = "N",
            DefaultValueFactory = _ => standard.Approvals,
        };
        var rollouts = new Option<string>("--rollouts")
        {
            Description = "Whether revisions may be released to hosts without a rollout (optional), or not (required)",
            HelpName = "optional|required",
            DefaultValueFactory = _ => "optional",
        };
        rollouts.AcceptOnlyFromAmong("optional", "required");
        var entries = new Option<int>("--audit-entries")
        {
            Description = "Sign a checkpoint of the audit log after so many entries",
            HelpName = "N",
            DefaultValueFactory = _ => standard.CheckpointEntries,
        };
        var within = ServerDurationOption.Create("--audit-within", "Longest time from entry to checkpoint", standard.CheckpointAge);
        var files = new Option<string[]>("--audit-file")
        {
            Description =
                "Copy the audit log to the end of this file, best where this server's administrator cannot change it; may be repeated",
            HelpName = "FILE",
            DefaultValueFactory = _ => [],
        };
        var hooks = new Option<string[]>("--audit-webhook")
        {
            Description = "Post the audit log to this address as it grows; may be repeated",
            HelpName = "URL",
            DefaultValueFactory = _ => [],
        };
        var retain = new Option<string>("--retain")
        {
            Description =
                "Default retention, until set on the server: history=400d,reports=90d,audit=forever; kinds not named are kept forever",
            HelpName = "KIND=DAYSd,…",
            DefaultValueFactory = _ => standard.Retain,
        };
        var certificate = new Option<string?>("--certificate-store")
        {
            Description =
                "On Windows: thumbprint of a certificate in LocalMachine\\My that browsers are shown for its names; hosts keep using the "
                + "certificate of the server's own CA, by another name",
            HelpName = "THUMBPRINT",
        };
        var command = new Command("run", "Run the server. The first start creates the CA, the store and the administrator 'admin'.")
        {
            listen,
            names,
            certificate,
            life,
            poll,
            stale,
            waiting,
            budgets,
            joins,
            calls,
            approve,
            wait,
            keys,
            secrets,
            approvals,
            rollouts,
            entries,
            within,
            files,
            hooks,
            retain,
        };
        var store = StoreOptions.AddTo(command);
        var replica = new ReplicaOptions(command);
        var tokens = TokenModuleOptions.AddTo(command);
        var telling = ReceiverOptions.AddTo(command);
        var exports = ExportOptions.AddTo(command);
        var signIn = new SignInOptions(command);
        var sharing = new SharingOptions(command);
        command.SetAction(
            (parsed, ct) =>
            {
                var options = new ServerOptions
                {
                    Data = store.Data(parsed),
                    Database = store.Database(parsed),
                    DatabasePasswordFile = store.PasswordFile(parsed),
                    KeyFile = store.KeyFile(parsed),
                    TokenModule = tokens.Module(parsed),
                    TokenPinFile = tokens.PinFile(parsed),
                    Listen = parsed.GetRequiredValue(listen),
                    Names = parsed.GetRequiredValue(names),
                    CertificateStore = parsed.GetValue(certificate),
                    BundleLife = parsed.GetRequiredValue(life).Time,
                    PollLimit = parsed.GetRequiredValue(poll).Time,
                    StaleAfter = parsed.GetRequiredValue(stale).Time,
                    MaxWaiting = parsed.GetRequiredValue(waiting),
                    Budget = parsed.GetRequiredValue(budgets),
                    EnrolmentsPerSecond = parsed.GetRequiredValue(joins),
                    CallsPerSecond = parsed.GetRequiredValue(calls),
                    ApproveHosts = parsed.GetValue(approve),
                    ApprovalWait = parsed.GetRequiredValue(wait).Time,
                    RequireHostKeys = parsed.GetValue(keys),
                    HostSecretLife = parsed.GetRequiredValue(secrets).Time,
                    Approvals = parsed.GetRequiredValue(approvals),
                    RolloutsRequired = parsed.GetRequiredValue(rollouts) == "required",
                    CheckpointEntries = parsed.GetRequiredValue(entries),
                    CheckpointAge = parsed.GetRequiredValue(within).Time,
                    AuditFiles = parsed.GetRequiredValue(files),
                    AuditWebhooks = parsed.GetRequiredValue(hooks),
                    Retain = parsed.GetRequiredValue(retain),
                };
                options = replica.Into(telling.Into(options, parsed), parsed);
                return RunAsync(sharing.Into(signIn.Into(exports.Into(options, parsed), parsed), parsed), ct);
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
        using var running = options.Database is null ? RunningLock.Take(DataDirectory.Open(options.Data).Path) : null;
        if (running is null && options.Database is null)
        {
            await System.Console.Error.WriteLineAsync(
                $"iwtune-server: --data {options.Data}: another server runs on this directory; several servers need one PostgreSQL, see "
                    + "--database"
            );
            return ExitCodes.Error;
        }
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
