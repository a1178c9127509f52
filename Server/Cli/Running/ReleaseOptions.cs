using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--approvals</c>, <c>--rollouts</c>: how a revision may reach hosts.</summary>
internal sealed class ReleaseOptions
{
    private const string Required = "required",
        Optional = "optional";

    private readonly Option<int> _approvals = new("--approvals")
    {
        Description = "People other than its author who must approve a rollout, 0 to 5; an emergency needs two at least",
        HelpName = "N",
        DefaultValueFactory = _ => new ServerOptions { Data = "" }.Approvals,
    };

    private readonly Option<string> _rollouts = new("--rollouts")
    {
        Description = "Whether revisions may reach hosts without a rollout (optional), or not (required)",
        HelpName = $"{Optional}|{Required}",
        DefaultValueFactory = _ => Optional,
    };

    public ReleaseOptions(Command command)
    {
        _rollouts.AcceptOnlyFromAmong(Optional, Required);
        command.Options.Add(_approvals);
        command.Options.Add(_rollouts);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            Approvals = parsed.GetRequiredValue(_approvals),
            RolloutsRequired = parsed.GetRequiredValue(_rollouts) == Required,
        };
}
