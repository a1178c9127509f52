namespace IwTune.Chaos.Checking.Rules;

/// <summary>When the agents have left, the routes are byte for byte what they were before they came.</summary>
internal sealed class RollbackExact : Rule
{
    public override IEnumerable<string> Check(Observed seen)
    {
        foreach (var host in seen.Hosts)
        {
            if (host.Left.ExitCode != 0)
                yield return $"{host.Name} could not leave: {host.Left.Error}{host.Left.Output}";
            if (host.After != host.Before)
                yield return $"the routes of {host.Name} are not what they were. Before:\n{host.Before.Text}\nAfter:\n{host.After.Text}";
        }
    }
}
