using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Impact;

/// <summary>What a release of Windows cannot do of a content, by the kind of scope.</summary>
/// <param name="OfPrefixes">Why no prefix gets its required window; <see langword="null"/> when they do.</param>
/// <param name="OfAll">Why nothing can be set at all; <see langword="null"/> when something can.</param>
internal sealed record WindowsLimits(string? OfPrefixes, string? OfAll)
{
    public static WindowsLimits Of(BundleContent content, WindowsRelease release)
    {
        var rules = content.Rules().ToList();
        var whole = release is WindowsRelease.Client or WindowsRelease.Server2008R2
            ? WindowsFit.Of(rules, release).First(misfit => misfit.Unsupported).Text
            : null;
        return new(WindowsFit.OfPrefixes(rules, release).FirstOrDefault()?.Text, whole);
    }

    /// <summary>
    /// What of the content nothing on this release can express, as sentences, whatever a host has reported; empty when everything can be.
    /// </summary>
    public static IReadOnlyList<string> Misfits(BundleContent content, WindowsRelease release) =>
        [.. WindowsFit.Of([.. content.Rules()], release).Where(misfit => misfit.Unsupported).Select(misfit => misfit.Text)];

    /// <summary>On Windows the default scope means templates and a prefix means the filter for it.</summary>
    public static bool Speaks(Scope scope, in TargetPlace place) =>
        scope switch
        {
            Scope.Default => place.IsDefault,
            Scope.Prefix prefix => place.InUse && place.Destination == prefix.Network && place.Destination.PrefixLength > 0,
            _ => false,
        };

    /// <summary>Why this window cannot be had there, as a sentence; <see langword="null"/> when it can.</summary>
    public static string? Refuse(Window asked, WindowsRelease release) =>
        asked switch
        {
            { InitCwnd: null } => "Windows has no initial receive window",
            { InitCwnd: { } segments } when !TemplateRules.Takes(segments) => TemplateRules.Refusal(segments),
            { InitCwnd: > 16 } when release == WindowsRelease.Server2008R2 => "Windows Server 2008 R2 takes at most 16 segments",
            _ => null,
        };
}
