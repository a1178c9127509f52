using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;

namespace IwTune.Agent.Cli.Restoring;

/// <summary>
/// What becomes of the policy of a daemon that does not run while a command rolls back. One change that a person undid stays undone, as it
/// does when a daemon undoes it. After --all, with which packages are removed, a later start begins anew.
/// </summary>
internal static class PolicyAfterRollback
{
    /// <returns>A sentence for the person; empty when no daemon has a policy here, or it is another one than what was undone.</returns>
    public static string Settle(LocalEngine engine, bool all)
    {
        var store = BundleStore.Open(engine.State.File(BundleStore.Name));
        if (store.Content.Wanted is not { } wanted || engine.Reconciler.Hold is not null)
            return "";
        var again = $"A daemon that starts here enforces {PolicyName.Of(wanted.Content)} again; 'iwtune hold' prevents that.";
        if (all)
            return again;
        var applied = engine
            .Reconciler.Journal.Transactions.Where(past => past.Kind == TransactionKind.Apply && past.Digest == wanted.Held.Digest)
            .ToList();
        if (applied.Count == 0 || applied.Exists(past => !past.Undone))
            return "";
        try
        {
            store.Save(BundleLife.RollBack(store.Content, Undoing.ByHand));
            return "A daemon that starts here enforces no policy until another one arrives or 'iwtune apply FILE' is run.";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{e.Message} {again}";
        }
    }
}
