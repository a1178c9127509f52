using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>Selects one of the experiments of a host.</summary>
internal static class ExperimentChoice
{
    public static Argument<string?> Argument { get; } =
        new("id")
        {
            Arity = ArgumentArity.ZeroOrOne,
            HelpName = "ID",
            Description = "Its id or its name [default: the latest]",
        };

    /// <summary>For a verb that shows experiments, and finds none.</summary>
    public const string None = "No experiment was ever run with this state directory.";

    /// <returns><see langword="null"/> when none was named and there is none.</returns>
    /// <exception cref="UsageException">There is none of that id or name.</exception>
    /// <exception cref="StateUnusableException">The state directory may not be read.</exception>
    public static ExperimentRecord? Of(ParseResult parsed, ExperimentStore store)
    {
        var id = parsed.GetValue(Argument);
        return Reading(parsed, () => store.Find(id)) is { } found ? Now(found, parsed.StateOf())
            : id is null ? null
            : throw Unknown(id, store);
    }

    /// <summary>Refuses a name or id that no experiment has.</summary>
    public static UsageException Unknown(string id, ExperimentStore store) =>
        new(
            $"There is no experiment '{id}'. "
                + (NearestWord.Of(id, store.All().Select(record => record.Plan.Name)) is { } meant ? $"Did you mean '{meant}'? " : "")
                + "'iwtune experiment list' shows all."
        );

    /// <summary>
    /// As it is now: a record without its daemon, which was killed, says that it runs until the next start.
    /// </summary>
    public static ExperimentRecord Now(ExperimentRecord record, StateDirectory state) =>
        record.Runs && StateLock.Holder(state) is not { IsDaemon: true }
            ? record with
            {
                Phase = ExperimentPhase.Interrupted,
                Why = "the agent was killed; its next start, or 'iwtune cleanup', removes the rules and routes",
            }
            : record;

    public static T Reading<T>(ParseResult parsed, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (UnauthorizedAccessException e)
        {
            throw new StateUnusableException(
                $"The experiments in {parsed.StateOf().Root} cannot be read: {e.Message} Run this as root.",
                e
            );
        }
    }
}
