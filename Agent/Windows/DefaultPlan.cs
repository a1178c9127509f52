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

    /// <param name="state">The host.</param>
    /// <param name="leavesCustom">True when Automatic will stop taking the custom templates before anything is set.</param>
    public static DefaultPlan Of(WindowsState state, bool leavesCustom = false)
    {
        var landing = leavesCustom && state.Default == TemplateName.Automatic ? WindowsState.Stock : state.Landing;
        return state.Rules.Way switch
        {
            DefaultWay.ByHand => new([TemplateName.Custom], false, []),
            DefaultWay.UseCustom when state.Default == TemplateName.Automatic => new(state.Rules.Custom, true, []),
            _ when landing.All(state.Rules.Writable.Contains) => new(landing, false, []),
            DefaultWay.ByFilters or DefaultWay.UseCustom => new([state.Rules.Custom[0]], false, Everywhere),
            _ => new(landing, false, []),
        };
    }
}
