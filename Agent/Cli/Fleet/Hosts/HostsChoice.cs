using System.CommandLine;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>The hosts of a hold, a release or a label, and why.</summary>
internal sealed class HostsChoice
{
    public Argument<string?> Host { get; } = new("HOST") { Description = "Its name, or its id", Arity = ArgumentArity.ZeroOrOne };

    public Option<string> Selector { get; } =
        new("--selector") { HelpName = "SELECTOR", Description = "Every host that matches at this moment: role:edge site:fra" };

    public Option<string> Reason { get; } =
        new("--reason")
        {
            HelpName = "TEXT",
            Description = "Reason; shown with the host and kept in the audit log",
            Required = true,
        };

    public Option<int?> Confirm { get; } = HostNumber.Option();

    public void AddTo(Verb verb)
    {
        verb.Add(Host);
        verb.Add(Selector);
        verb.Add(Reason);
        verb.Add(Confirm);
        verb.Add(JsonOption.Option);
    }
}
