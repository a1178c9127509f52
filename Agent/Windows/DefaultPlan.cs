using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Windows;

/// <summary>What must be set so that connections which no filter covers get a window.</summary>
/// <param name="Templates">The templates.</param>
/// <param name="Automatic">True when Automatic must be set to take them.</param>
/// <param name="Filters">The filters that must give the first of them.</param>
internal sealed record DefaultPlan(IReadOnlyList<TemplateName> Templates, bool Automatic, IReadOnlyList<FilterMatch> Filters)
{
    private static readonly FilterMatch[] Everywhere =
    [
        FilterMatch.To(IPNetwork.Parse("0.0.0.0/0")),
        FilterMatch.To(IPNetwork.Parse("::/0")),
    ];

    public static DefaultPlan Of(WindowsState state) =>
        state.Rules.Way switch
        {
            DefaultWay.ByHand => new([TemplateName.Custom], false, []),
            DefaultWay.UseCustom when state.Default == TemplateName.Automatic => new(state.Rules.Custom, true, []),
            _ when state.Landing.All(state.Rules.Writable.Contains) => new(state.Landing, false, []),
            DefaultWay.ByFilters or DefaultWay.UseCustom => new([state.Rules.Custom[0]], false, Everywhere),
            _ => new(state.Landing, false, []),
        };
}
