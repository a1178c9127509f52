using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Execution;

/// <summary>
/// The journal as far as this user may read it. Verbs that only read work without it, and report what they could not see.
/// </summary>
internal sealed record JournalView(Journal Journal, string Unseen)
{
    public static JournalView Of(StateDirectory state, CliContext context)
    {
        try
        {
            return new JournalView(Journal.Peek(state, context.Time), "");
        }
        catch (StateUnusableException e) when (e.Permission)
        {
            return new JournalView(
                Journal.Empty(context.Time),
                $"{state.Root} may not be read by this user, so neither what iwtune has set nor its limits are known here."
            );
        }
    }

    public void Tell(Terminal terminal)
    {
        if (Unseen.Length > 0)
            terminal.Error.WriteLine(Unseen);
    }
}
