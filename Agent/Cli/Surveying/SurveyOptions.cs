using System.CommandLine;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>What <c>iwtune survey</c> can be given.</summary>
internal static class SurveyOptions
{
    private static readonly TimeSpan UsualPause = TimeSpan.FromSeconds(2);

    private static readonly Argument<string?> File = new("FILE")
    {
        HelpName = "FILE",
        Description = "The list, a line for each service: HOST[:PORT] [/PAGE] [tls] [mss=N]; - reads standard input",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Option<bool> Permitted = new("--i-have-permission")
    {
        Description = $"The owners of all hosts in the list agree; needed for more than {SurveyRules.FreeReadings}",
    };

    private static readonly Option<TimeSpan?> Pause = DurationOption.Create(
        "--pause",
        "Time between two connections, also to different hosts; at least 1s [default: 2s]",
        "5s",
        TimeSpan.FromSeconds(1),
        TimeSpan.FromHours(1)
    );

    private static readonly Option<string?> History = new("--history")
    {
        HelpName = "FILE",
        Description = $"Where readings are kept [default: {SurveyHistory.Name} in the state directory]",
    };

    private static readonly Option<bool> Show = new("--show") { Description = "Show the last reading of each service; nothing is sent" };

    private static readonly Option<string?> Host = new("--host")
    {
        HelpName = "HOST",
        Description = "With --show: every reading of this host, latest first",
    };

    private static readonly Option<bool> Published = new("--published")
    {
        Description = "Show published initial windows of content networks, with year and source; nothing is sent",
    };

    private static readonly Option<bool> Push = new("--push")
    {
        Description = "Attach the survey to a server when it is complete; takes --server, --token and --ca-pin, as 'iwtune fleet' does",
    };

    public static void AddTo(Verb verb)
    {
        verb.Add(File);
        verb.Add(Permitted);
        verb.Add(Pause);
        verb.Add(History);
        verb.Add(Show);
        verb.Add(Host);
        verb.Add(Published);
        verb.Add(Push);
        foreach (var option in FleetOptions.All)
            verb.Add(option);
        verb.Add(JsonOption.Option);
    }

    public static bool WantsPublished(this ParseResult parsed) => parsed.GetValue(Published);

    public static bool WantsPush(this ParseResult parsed) => parsed.GetValue(Push);

    /// <summary>The host whose readings are shown, in its one spelling; <see langword="null"/> for all.</summary>
    public static string? ShownHost(this ParseResult parsed) =>
        parsed.GetValue(Host) is { } host ? TargetLine.Canonical(host.Trim('[', ']')) : null;

    public static TimeSpan PauseOf(this ParseResult parsed) => parsed.GetValue(Pause) ?? UsualPause;

    public static bool IsPermitted(this ParseResult parsed) => parsed.GetValue(Permitted);

    /// <exception cref="UsageException">The name is empty.</exception>
    public static SurveyHistory HistoryOf(this ParseResult parsed) =>
        new(
            parsed.GetValue(History) switch
            {
                null => parsed.StateOf().File(SurveyHistory.Name),
                "" => throw new UsageException("--history: the name of the file is empty. Nothing was done."),
                var given => given,
            }
        );

    /// <summary>Whether the history is in the state directory, which may have to be made.</summary>
    public static bool KeepsInState(this ParseResult parsed) => parsed.GetValue(History) is null;

    /// <summary>The list to survey.</summary>
    /// <exception cref="UsageException">What was asked for does not go together; all problems at once.</exception>
    public static string? Checked(ParseResult parsed)
    {
        var (file, show, published) = (parsed.GetValue(File), parsed.GetValue(Show), parsed.GetValue(Published));
        var problems = new List<string>();
        if (file is { Length: > 0 } && (show || published))
            problems.Add($"{file}: --show and --published take no list; leave it out, or them.");
        if (show && published)
            problems.Add("--show and --published are two tables; ask for one of them.");
        if (parsed.GetValue(Host) is not null && !show)
            problems.Add("--host is for --show; a list names the hosts of a survey.");
        if (parsed.WantsPush() && (show || published))
            problems.Add("--push sends a survey; --show and --published make none.");
        if (file is null or "" && !show && !published)
            problems.Add("FILE is missing: name a list of hosts, or - for standard input. --show shows what was read before.");
        return problems.Count == 0 ? file : throw new UsageException($"{string.Join('\n', problems)}\nNothing was sent.");
    }
}
