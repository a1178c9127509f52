using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Recommending;

/// <summary>The options of <c>recommend</c>: the source of its figures, and what it cannot see.</summary>
internal static class RecommendOptions
{
    public static readonly Option<string?> Target = new("--target")
    {
        HelpName = "TEXT",
        Description = "Only targets whose name contains this text",
    };

    public static readonly Option<string?> Profile = new("--profile")
    {
        HelpName = "FILE",
        Description = "A traffic profile as JSON, as GET /api/v1/traffic returns it, instead of the daemon's",
    };

    private static readonly Option<long[]> Sizes = PathOptions.Sizes("Describe: sizes of responses, all equally frequent", weighs: true);

    private static readonly Option<TimeSpan[]> Rtts = PathOptions.Rtts(
        "Describe: round-trip times, all equally frequent [default: 50ms]",
        shares: true
    );

    private static readonly Option<int?> Concurrency = OneOption.Number(
        "--concurrency",
        "N",
        "Describe: concurrent connections of one peer; browsers open 6 over HTTP/1.1 [default: 1]",
        1,
        1000
    );
    private static readonly Option<double?> Rate = PathOptions.Rate("Describe: rate of the narrow link");

    private static readonly Option<long?> PeerWindow = AmountOption.OfBytes(
        "--peer-window",
        "Describe: window that receivers announce [default: large enough for every response]",
        "64KiB",
        536,
        1 << 30
    );

    private static readonly Option<string?> Control = new("--cc")
    {
        HelpName = "NAME",
        Description = "Describe: congestion control of the sender: cubic, bbr, …",
    };
    private static readonly Option<int?> Window = OneOption.Number(
        "--iw",
        "N",
        "Present window, segments [default: as measured, else 10]",
        1,
        Shared.Policies.Window.Max
    );
    private static readonly Option<int?> Max = OneOption.Number(
        "--max",
        "N",
        "Largest window that may be set, segments",
        1,
        Shared.Policies.Window.Max
    );
    private static readonly Option<int?> Mss = PathOptions.Mss("Payload of a full segment [default: as measured, else 1448]");

    private static readonly Option<PathRole?> Role = OneOption
        .Create<PathRole>(
            "--role",
            "internet|own",
            "Whether the peers are on the Internet or on your own network [default: by the target's addresses, else internet]",
            "internet or own",
            text =>
                text switch
                {
                    "internet" => PathRole.Internet,
                    "own" => PathRole.Own,
                    _ => null,
                }
        )
        .Offering("internet", "own");

    private static readonly Option<bool> Voice = new("--voice")
    {
        Description = "Voice calls share the narrow link, which has no queue management",
    };
    private static readonly Option<bool> Policer = new("--policer") { Description = "A policer or a burst limit is known on the path" };
    private static readonly Option<bool> Even = new("--windows")
    {
        Description = "Only windows that Windows accepts: even numbers from 2 to 64",
    };

    public static IReadOnlyList<Option> All =>
        [Target, Profile, Sizes, Rtts, Concurrency, Rate, PeerWindow, Control, Window, Max, Mss, Role, Voice, Policer, Even];

    /// <summary>The description; <see langword="null"/> when neither sizes nor times were given.</summary>
    /// <exception cref="UsageException">The description is incomplete.</exception>
    public static DescribedTraffic? Description(ParseResult parsed)
    {
        // A list that was not given is empty, not absent.
        var (sizes, rtts) = (parsed.GetValue(Sizes), parsed.GetValue(Rtts));
        if (sizes is not { Length: > 0 })
        {
            var alone = All.FirstOrDefault(option =>
                option.Description!.StartsWith("Describe:", StringComparison.Ordinal) && parsed.GetResult(option) is not null
            );
            return alone is null
                ? null
                : throw new UsageException(
                    $"{alone.Name} describes traffic, and that begins with sizes: add --size 13516,40kB. Nothing was done."
                );
        }
        return new()
        {
            Sizes = sizes,
            Rtts = rtts is { Length: > 0 } ? rtts : [TimeSpan.FromMilliseconds(50)],
            Concurrency = parsed.GetValue(Concurrency) ?? 1,
            RateBitsPerSecond = parsed.GetValue(Rate),
            PeerWindowBytes = (int?)parsed.GetValue(PeerWindow),
            Mss = parsed.GetValue(Mss) ?? 1448,
            CongestionControl = parsed.GetValue(Control) ?? "",
        };
    }

    /// <summary>The case with the values from the command line.</summary>
    public static RecommendationCase Over(RecommendationCase asked, ParseResult parsed) =>
        asked with
        {
            Current = parsed.GetValue(Window) ?? asked.Current,
            Role = parsed.GetValue(Role) ?? asked.Role,
            Mss = parsed.GetValue(Mss) ?? asked.Mss,
            Limits = asked.Limits.Narrow(new Limits(parsed.GetValue(Max), null)),
            Takes = parsed.GetValue(Even) ? SegmentRange.Windows : asked.Takes,
            Voice = parsed.GetValue(Voice),
            Policer = parsed.GetValue(Policer),
        };
}
