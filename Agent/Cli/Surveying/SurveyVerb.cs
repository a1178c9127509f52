using System.CommandLine;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Fleet.Insight;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Reads the initial windows of a list of hosts, and keeps what it reads.</summary>
internal static class SurveyVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(
            VerbGroup.Measure,
            "survey",
            "Read the initial windows of a list of hosts, and what changed since the last time"
        )
        {
            Details = """
                Reads each service of the list as 'iwtune probe' does: its initial window, and the receive window in its SYN-ACK. Readings
                are kept, and the next survey shows what changed. Survey only your own hosts, or hosts whose owners agree; a list of more
                than 20 needs --i-have-permission.
                Each service gets three connections, at most fifteen when the readings differ, each with one GET for the page in the list
                (User-Agent 'iwtune/VERSION') or one TLS ClientHello. Connections are opened one at a time, with --pause between them. A
                host that does not answer is not asked again in this survey. No range is scanned, and no link is followed.
                Exits 0 when all were read, 1 when one was not or the survey was interrupted; earlier readings are kept.
                """,
            Examples =
            [
                ("sudo iwtune survey hosts.txt", "initial windows of these hosts, and what changed"),
                ("iwtune survey --show --host www.example.org", "every earlier reading of a host"),
                ("iwtune survey --published", "what content networks started with in 2011, 2014 and 2017"),
            ],
        };
        SurveyOptions.AddTo(verb);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var file = SurveyOptions.Checked(parsed);
        if (parsed.WantsPublished())
            return PublishedPage.Answer(context.Terminal, parsed.WantsJson());
        return file is null ? ShowHistory(context, parsed) : await SurveyAsync(context, parsed, file, ct);
    }

    private static int ShowHistory(CliContext context, ParseResult parsed)
    {
        var history = parsed.HistoryOf();
        var (lines, damaged) = history.Read();
        var rows = ShownReading.AllOf(lines.Select(line => line.Reading)).Reverse();
        rows = parsed.ShownHost() is { } host ? rows.Where(row => row.Reading.Host == host) : rows.DistinctBy(row => row.Service);
        SurveyPage.Write(context, parsed, new ShownSurvey(null, Complete: true, history.Path, damaged, [.. rows]));
        return ExitCode.Fine;
    }

    private static async Task<int> SurveyAsync(CliContext context, ParseResult parsed, string file, CancellationToken ct)
    {
        var targets = TargetFile.Read(context.Terminal, file);
        if (targets.Count > SurveyRules.FreeReadings && !parsed.IsPermitted())
        {
            throw new UsageException(
                $"{file} has {targets.Count} services. For more than {SurveyRules.FreeReadings}, add --i-have-permission if the owners of "
                    + "all of them agree. Nothing was sent."
            );
        }
        if (parsed.WantsPush())
            FleetOptions.Read(parsed, Environment.GetEnvironmentVariable);
        var survey = new KeptSurvey(History(parsed), context.Time.GetUtcNow());
        RemoteProbe.Require();
        var complete = await AskAsync(context, parsed, targets, survey, ct);
        SurveyPage.Write(context, parsed, survey.Shown(complete));
        if (complete && parsed.WantsPush() && await PushAsync(context, parsed, survey.Survey, ct) is not ExitCode.Fine and var refused)
            return refused;
        return complete && survey.IsWhole ? ExitCode.Fine : ExitCode.Error;
    }

    /// <summary>With --json the answer is the survey alone.</summary>
    private static async Task<int> PushAsync(CliContext context, ParseResult parsed, Survey survey, CancellationToken ct)
    {
        try
        {
            return await FleetConnection.UseAsync(
                context,
                parsed,
                async fleet =>
                {
                    var did = await SurveyPush.SendAsync(fleet, survey, ct);
                    if (!parsed.WantsJson())
                        context.Terminal.Say(did, hanging: 0);
                    return ExitCode.Fine;
                },
                ct
            );
        }
        catch (FleetRefusedException refused)
        {
            context.Terminal.Error.WriteLine($"{refused.Message}\nThe readings are kept; 'iwtune fleet surveys push' sends them.");
            return refused.Exit;
        }
    }

    private static SurveyHistory History(ParseResult parsed)
    {
        if (parsed.KeepsInState())
            StateDirectory.Open(parsed.StateOf().Root);
        var history = parsed.HistoryOf();
        history.Open();
        return history;
    }

    /// <returns>False when it was interrupted.</returns>
    private static async Task<bool> AskAsync(
        CliContext context,
        ParseResult parsed,
        IReadOnlyList<SurveyTarget> targets,
        KeptSurvey survey,
        CancellationToken ct
    )
    {
        using var progress = new ProgressLine(context.Terminal);
        var means = SurveyMeans.Of(context.Time, parsed.PauseOf());
        try
        {
            await new SurveyRun(means, progress.Show).RunAsync(targets, survey.Keep, ct);
            return true;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return false;
        }
    }
}
