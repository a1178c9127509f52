using System.Diagnostics;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Lab.Pages;
using IwTune.Soak.Passing;
using IwTune.Soak.Running;
using IwTune.Soak.Sampling;
using IwTune.Soak.Working;

namespace IwTune.Soak;

/// <summary>One soak, from the first start to the verdict.</summary>
internal sealed class SoakRun(SoakOptions options)
{
    /// <summary>The name of the comments in a page between which results are written.</summary>
    public const string Writing = "./build.sh soak --write";

    /// <summary>What the programs may need to come to rest.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromMinutes(2);

    private readonly Stopwatch passed = new();

    /// <summary>The results; <see langword="null"/> before the end.</summary>
    public Results? Results { get; private set; }

    /// <returns>True when every rule held.</returns>
    public async Task<bool> RunAsync(CancellationToken ct)
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-soak-").FullName;
        try
        {
            using var ground = await SoakGround.BuildAsync(options, folder);
            try
            {
                Results = await RunAsync(ground, ct);
            }
            finally
            {
                Keep("server.log", ground.Server.Output);
                Keep("agent.log", ground.Agent.Output);
                Keep("hosts.log", ground.Swarm.Output);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
        Console.Write(Results.Text());
        if (options.Page is { } page && MarkedPage.Write(page, Writing, Results.Markdown()) is { } problem)
        {
            await Console.Error.WriteLineAsync(problem);
            return false;
        }
        return Results.Ok;
    }

    private async Task<Results> RunAsync(SoakGround ground, CancellationToken ct)
    {
        var (publications, runs, secrets) = (new Publications(ground), new NightlyRuns(ground), new Secrets(ground.Agent));
        using var connections = new Connections(ground);
        Work[] works = [new RouteChanges(ground), connections, publications, new SignIns(ground)];
        await runs.ScheduleAsync();
        var (readings, before) = (new Readings(ground), await Counters.OfAsync(ground));
        using var over = CancellationTokenSource.CreateLinkedTokenSource(ct);
        ground.Clock.Start(Calendar.Begin, options.Speed);
        passed.Start();
        over.CancelAfter(TimeSpan.FromMinutes(options.Minutes));
        await Task.WhenAll([
            ReadAsync(readings, over),
            LookAsync(secrets, over.Token),
            .. works.Select(work => Task.Run(() => work.GoOnAsync(over.Token), CancellationToken.None)),
        ]);
        ct.ThrowIfCancellationRequested();
        var (time, counted) = (passed.Elapsed, await Counters.OfAsync(ground));
        Keep("readings.csv", readings.Csv());
        var settled = await SettledAsync(ground, publications.Window);
        return new Results(options, readings.All, time)
        {
            Rates =
            [
                .. works.Select(work => new Rate(work.Name, work.Done, work.UsualInAnHour, work.Problems)),
                // A host calls every 55 seconds, and reports its connections every five minutes.
                new("check-ins", counted.CheckIns - before.CheckIns, 3600.0 / 55 * ground.HostCount, Rate.None),
                new("lines of reports", counted.ReportLines - before.ReportLines, 12.0 * ground.HostCount, Rate.None),
            ],
            Passed =
            [
                .. await runs.LookAsync(ground.Clock.Now, options.Speed),
                await RenewedAsync(ground),
                new("the host's secret is renewed", secrets.Count > 3, $"{secrets.Count - 1} times"),
                settled,
            ],
        };
    }

    /// <summary>When a program ends, the soak ends.</summary>
    private async Task ReadAsync(Readings readings, CancellationTokenSource over)
    {
        try
        {
            await readings.GoOnAsync(() => passed.Elapsed.TotalSeconds, over.Token);
        }
        finally
        {
            await over.CancelAsync();
        }
    }

    private static async Task LookAsync(Secrets secrets, CancellationToken ct)
    {
        while (!ct.IsCancellationRequested)
        {
            secrets.Look();
            await Task.Delay(TimeSpan.FromSeconds(2), ct).ContinueWith(_ => { }, TaskScheduler.Default);
        }
    }

    private static async Task<Passed> RenewedAsync(SoakGround ground)
    {
        var now = await ShownCertificate.OfAsync(ground.People, ground.Server);
        // Its validity begins an hour before it is issued.
        var issued = now.From + TimeSpan.FromHours(1);
        return new(
            "the server's certificate is renewed",
            now.Serial != ground.FirstCertificate.Serial && issued >= Calendar.Renewal - TimeSpan.FromMinutes(5),
            $"issued {issued:MM-dd HH:mm} UTC"
        );
    }

    /// <summary>
    /// The last revision is on every route, and every report has reached the server: an agent that hangs would not grow either.
    /// </summary>
    private static async Task<Passed> SettledAsync(SoakGround ground, int window)
    {
        var (routes, unsent) = (0, -1L);
        const string what = "the last revision is on every route and nothing waits to be sent";
        try
        {
            await Until.TrueAsync(
                () =>
                {
                    routes = Regex.Count(ground.Host.Space.Ip("route show"), $@"via 10\.77\.1\.1 .*initcwnd {window}\b");
                    unsent = ground.Agent.TryStatus()?.Unsent ?? -1;
                    return routes == SoakGround.Routes + 1 && unsent == 0;
                },
                () => "",
                Settling,
                TimeSpan.FromSeconds(1)
            );
        }
        catch (LabException)
        {
            return new(what, false, $"{routes} of {SoakGround.Routes + 1} routes, {unsent} lines");
        }
        return new(what, true, $"{routes} routes");
    }

    private void Keep(string name, string text)
    {
        Directory.CreateDirectory(options.Folder);
        File.WriteAllText(Path.Combine(options.Folder, name), text);
    }
}
