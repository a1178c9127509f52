using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--bundle-life</c>, <c>--poll</c>, <c>--stale-after</c>, <c>--max-waiting</c>: how hosts check in.</summary>
internal sealed class CheckInOptions
{
    private readonly Option<Duration> _life = ServerDurationOption.Create(
        "--bundle-life",
        "How long a host may accept a signed bundle; renewed at half of it",
        RunDefaults.Options.BundleLife
    );

    private readonly Option<Duration> _poll = ServerDurationOption.Create(
        "--poll",
        "How long a check-in may be held open",
        RunDefaults.Options.PollLimit
    );

    private readonly Option<Duration> _stale = ServerDurationOption.Create(
        "--stale-after",
        "A host without a check-in for longer is stale",
        RunDefaults.Options.StaleAfter
    );

    private readonly Option<int> _waiting = new("--max-waiting")
    {
        Description = "Maximum number of check-ins held open",
        HelpName = "N",
        DefaultValueFactory = _ => RunDefaults.Options.MaxWaiting,
    };

    public CheckInOptions(Command command)
    {
        command.Options.Add(_life);
        command.Options.Add(_poll);
        command.Options.Add(_stale);
        command.Options.Add(_waiting);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            BundleLife = parsed.GetRequiredValue(_life).Time,
            PollLimit = parsed.GetRequiredValue(_poll).Time,
            StaleAfter = parsed.GetRequiredValue(_stale).Time,
            MaxWaiting = parsed.GetRequiredValue(_waiting),
        };
}
