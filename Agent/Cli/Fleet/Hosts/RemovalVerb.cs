using System.CommandLine;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>Removes one thing of a server by its identifier, without more questions.</summary>
internal static class RemovalVerb
{
    /// <param name="context">Where it runs.</param>
    /// <param name="description">The text in the help.</param>
    /// <param name="family">The verbs to which it belongs: <c>captures</c>.</param>
    /// <param name="path">The address of what has this identifier.</param>
    public static Verb Create(CliContext context, string description, string family, Func<string, string> path)
    {
        var id = new Argument<string>("ID") { Description = $"As 'iwtune fleet {family} list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "remove", description);
        verb.Add(id);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                await fleet.DeleteAsync(path(parsed.GetRequiredValue(id)), ct);
                context.Terminal.Out.WriteLine("Removed.");
                return ExitCode.Fine;
            }
        );
        return verb;
    }
}
