using IwTune.Server.Console;
using IwTune.Server.Features.Identity.SecondFactors;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>What in the store was sealed with cookie keys that are gone. Keys go between two starts, so it is looked for at each.</summary>
internal sealed class SealedRecords(Database database, SecondFactor factors, WebhookSeal seal)
{
    private const int MostNames = 20;
    private volatile bool _any;

    /// <param name="People">Whose authenticator app fits no code.</param>
    /// <param name="Webhooks">Names of those that nothing can be sent to.</param>
    public sealed record Lost(IReadOnlyList<string> People, IReadOnlyList<string> Webhooks)
    {
        public bool IsEmpty => People.Count + Webhooks.Count == 0;

        public string Text =>
            $"{string.Join(" and ", Parts)} in the store {(People.Count + Webhooks.Count == 1 ? "was" : "were")} sealed with cookie keys "
            + "that are gone.";

        /// <summary>What to do about them without the keys, as sentences.</summary>
        public string Remedy => string.Join(' ', Remedies);

        private IEnumerable<string> Parts
        {
            get
            {
                if (People.Count > 0)
                    yield return $"{Quantities.Of(People.Count, "authenticator app")} ({string.Join(", ", People.Take(MostNames))})";
                if (Webhooks.Count > 0)
                    yield return $"{Quantities.Of(Webhooks.Count, "webhook")} ({string.Join(", ", Webhooks.Take(MostNames))})";
            }
        }

        private IEnumerable<string> Remedies
        {
            get
            {
                if (People.Count > 0)
                    yield return "A person with such an app signs in with a recovery code, or after "
                        + "'iwtune-server user reset-second-factor NAME', and sets it up again.";
                if (Webhooks.Count > 0)
                    yield return "Remove such a webhook and add it again.";
            }
        }
    }

    /// <summary>Looks whether there are any.</summary>
    /// <param name="hasKeys">False when all keys are gone: to open something would make a new one.</param>
    public async Task<Lost> LookAsync(bool hasKeys)
    {
        var lost = await FindAsync(hasKeys);
        _any = !lost.IsEmpty;
        return lost;
    }

    /// <summary>Those that are left of the ones found at start.</summary>
    public async Task<Lost> LeftAsync() => _any ? await FindAsync(hasKeys: true) : new([], []);

    private async Task<Lost> FindAsync(bool hasKeys)
    {
        var (people, hooks) = await database.ReadAsync(async db => (await FactorQueries.ListAsync(db), await WebhookQueries.ListAsync(db)));
        return new(
            [.. people.Where(row => !hasKeys || !factors.Opens(row)).Select(row => row.Name)],
            [.. hooks.Where(hook => !hasKeys || seal.Open(hook.Sealed) is null).Select(hook => hook.Name)]
        );
    }
}
