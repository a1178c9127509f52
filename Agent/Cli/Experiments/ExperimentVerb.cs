namespace IwTune.Agent.Cli.Experiments;

/// <summary>Trying a window on some connections of this host, beside the one it has.</summary>
internal static class ExperimentVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "experiment", "Try a window on half of the connections of this host, and compare")
        {
            Details = """
                The daemon gives each connection one of two windows by the port of its peer, which is independent of the path, and
                compares the results. Rules (ip rule) and two small tables do this; existing connections keep their window.
                Everything is removed when the experiment ends: by hand, after its time, when the agent stops, when losses cannot be
                observed any more, and at once when more first flights have losses. No experiment starts automatically.
                """,
            Examples =
            [
                ("sudo iwtune experiment start --aa --for 30m", "first: both arms alike; what differs is the measuring"),
                ("sudo iwtune experiment start --treatment 20 --port 443 --for 2h", "20 segments for half of what port 443 serves"),
                ("sudo iwtune experiment status", "its result"),
                ("sudo iwtune experiment export --format csv --out samples.csv", "every connection, without addresses"),
            ],
        };
        verb.Add(ExperimentStartVerb.Create(context));
        verb.Add(ExperimentStatusVerb.Create(context));
        verb.Add(ExperimentStopVerb.Create(context));
        verb.Add(ExperimentListVerb.Create(context));
        verb.Add(ExperimentExportVerb.Create(context));
        return verb;
    }
}
