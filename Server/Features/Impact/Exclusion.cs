using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>The part of a reason that many hosts share.</summary>
/// <param name="Prospect">The expected outcome.</param>
/// <param name="Cause">What the reason says, where it is counted in words of its own.</param>
/// <param name="Why">The reason; empty where every host has another one: a hold and an override name their person.</param>
/// <param name="Kind"><c>route</c>, <c>template</c> or <c>filter</c> where another owner has it; otherwise empty.</param>
/// <param name="Owner">Who owns it.</param>
internal sealed record Exclusion(Prospect Prospect, ProspectCause Cause, string Why, string Kind, string Owner)
{
    public static Exclusion Of(HostForecast host) => new(host.Prospect, host.Cause, Common(host.Prospect, host.Why), "", "");

    public static Exclusion Of(TargetForecast target) =>
        target.Cause == ProspectCause.OtherOwner || target.Prospect == Prospect.OwnerFights
            ? new(target.Prospect, target.Cause, target.Why, target.Kind, target.Owner)
            : new(target.Prospect, target.Cause, Common(target.Prospect, target.Why), "", "");

    private static string Common(Prospect prospect, string why) => prospect is Prospect.Held or Prospect.Overridden ? "" : why;
}
