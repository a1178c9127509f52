using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--budget</c>, <c>--enrolments</c>, <c>--calls</c>: how much a server does at a time, and for whom.</summary>
internal sealed class AdmissionOptions
{
    private readonly Option<string[]> _budgets = new("--budget")
    {
        Description =
            "Calls of one kind that run at a time, sixteen times as many in line: checkins, enrolments, reports, bundles, api or "
            + "console; the others are sized by the machine; may be repeated",
        HelpName = "NAME=CALLS",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<int> _enrolments = new("--enrolments")
    {
        Description = "Hosts that may enrol a second; four times that at once",
        HelpName = "N",
        DefaultValueFactory = _ => RunDefaults.Options.EnrolmentsPerSecond,
    };

    private readonly Option<int> _calls = new("--calls")
    {
        Description = "Calls a second by one person or service token; ten times that at once",
        HelpName = "N",
        DefaultValueFactory = _ => RunDefaults.Options.CallsPerSecond,
    };

    public AdmissionOptions(Command command)
    {
        command.Options.Add(_budgets);
        command.Options.Add(_enrolments);
        command.Options.Add(_calls);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            Budget = parsed.GetRequiredValue(_budgets),
            EnrolmentsPerSecond = parsed.GetRequiredValue(_enrolments),
            CallsPerSecond = parsed.GetRequiredValue(_calls),
        };
}
