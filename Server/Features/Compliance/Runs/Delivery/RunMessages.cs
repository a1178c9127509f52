using IwTune.Server.Console;
using IwTune.Server.Hosting;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>What recipients learn of a run by e-mail.</summary>
internal static class RunMessages
{
    /// <summary>Larger files are not attached: many mail servers refuse messages of more than 20 MB, and base64 adds a third.</summary>
    public const long MostBytes = 10_000_000;

    /// <param name="run">A run that is kept.</param>
    /// <param name="page">The address of its page in the console.</param>
    /// <param name="keyId">Fingerprint of the key of exports.</param>
    public static RunMessage Complete(RunRow run, string page, string keyId)
    {
        var (compliant, all) = (Quantities.Count(run.Compliant ?? 0), Quantities.Count(run.Hosts ?? 0));
        var without = run.WithoutPolicy is { } hosts
            ? VerdictWords.WithoutPolicy((int)(run.Compliant ?? 0), (int)hosts)
            : ", hosts without a policy included";
        var attached = run.Bytes <= MostBytes ? run.FileName : null;
        return new(
            $"Compliance run {Name(run)}: {compliant} of {all} hosts compliant{without}",
            $"""
            The compliance run {Name(run)} is complete.

            As of          {Instant(run.AsOf)}
            Changes since  {Instant(run.SinceAt)}
            Hosts          {all}
            Compliant      {compliant}{without}{(run.Completeness.Length > 0 ? $"\nCompleteness   {run.Completeness}" : "")}
            File           {run.FileName}, {Quantities.Bytes(run.Bytes ?? 0)}
            SHA-256        {run.Sha256}

            {(attached is null ? "The file is too large for an e-mail. Sign in to download it." : "The file is attached.")}
            {page}

            To check the file, offline:

                iwtune verify-export {run.FileName} --key {keyId}

            Compare the key's fingerprint with one that you got by another way.

            """,
            Ended(run),
            attached
        );
    }

    /// <param name="run">A run that failed for the last time.</param>
    /// <param name="page">The address of its page in the console.</param>
    public static RunMessage Failed(RunRow run, string page) =>
        new(
            $"Compliance run {Name(run)} failed",
            $"""
            The compliance run {Name(run)} failed. There is no file of it.

            As of          {Instant(run.AsOf ?? run.DueAt)}
            Tries          {run.Tries}
            Reason         {run.Problem}

            Remove the reason, then start a run as of the same time in the console.
            {page}

            """,
            Ended(run)
        );

    private static string Name(RunRow run) => run.Schedule.Length > 0 ? run.Schedule : "of " + Instant(run.AsOf);

    private static DateTimeOffset Ended(RunRow run) => Clock.At(run.EndedAt ?? run.DueAt);

    private static string Instant(long? at) => at is { } known ? Moments.Absolute(Clock.At(known)) : "-";
}
