namespace IwTune.Agent.Windows.Templates;

/// <summary>Sets AutomaticUseCustom by the first road that does it.</summary>
/// <param name="roads">Best first.</param>
/// <param name="written">Is told when it was tried.</param>
internal sealed class AutomaticRoads(IReadOnlyList<(Road Road, IAutomaticChoice Choice)> roads, Action written) : IAutomaticChoice
{
    /// <inheritdoc/>
    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        var problems = new List<string>();
        foreach (var (road, choice) in roads)
        {
            var problem = await choice.SetAsync(useCustom, ct);
            written();
            if (problem.Length == 0)
                return "";
            problems.Add($"{RoadName.Of(road)}: {problem}");
        }
        return string.Join("; ", problems);
    }
}
