using IwTune.Agent.Cli.Fleet.Access;
using IwTune.Agent.Cli.Fleet.Agents;
using IwTune.Agent.Cli.Fleet.Assignments;
using IwTune.Agent.Cli.Fleet.Audit;
using IwTune.Agent.Cli.Fleet.Compliance;
using IwTune.Agent.Cli.Fleet.Exceptions;
using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Agent.Cli.Fleet.Insight;
using IwTune.Agent.Cli.Fleet.Joining;
using IwTune.Agent.Cli.Fleet.Policies;
using IwTune.Agent.Cli.Fleet.Retention;
using IwTune.Agent.Cli.Fleet.Rollouts;
using IwTune.Agent.Cli.Fleet.Runs;
using IwTune.Agent.Cli.Fleet.Standing;
using IwTune.Agent.Cli.Fleet.Webhooks;
using IwTune.Shared.Fleet;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>All requests to a server instead of this host.</summary>
internal static class FleetVerb
{
    public static Verb Create(CliContext context)
    {
        var fleet = new Verb(VerbGroup.Fleet, "fleet", "Hosts, policies, assignments and rollouts of a server")
        {
            LocalOptions = [],
            Details =
                "Each option may also stand in the environment: IWTUNE_SERVER, IWTUNE_TOKEN, IWTUNE_CA_PIN, "
                + "as 'iwtune-server token create --kind api' prints them.",
            Examples =
            [
                ("iwtune fleet policies push edge.yaml --assign role:edge", "publish a revision to those hosts"),
                ("iwtune fleet hosts", "hosts with their policies and windows"),
                ("iwtune fleet policies rollback edge --to 1", "a new revision with the content of revision 1"),
            ],
        };
        foreach (var option in FleetOptions.All)
            fleet.Add(option);
        var hosts = HostsVerb.Create(context);
        foreach (
            var verb in (Verb[])
                [
                    HostsShowVerb.Create(context),
                    HostsDayVerb.Create(context),
                    LabelVerb.Create(context),
                    PendingVerbs.List(context),
                    PendingVerbs.Approve(context),
                    PendingVerbs.Refuse(context),
                    RotateVerb.Create(context),
                    RetireVerb.Create(context),
                    CloneVerbs.List(context),
                    CloneVerbs.Adopt(context),
                    CloneVerbs.Rekey(context),
                    CloneVerbs.Close(context),
                    UnknownVerb.Create(context),
                ]
        )
            hosts.Add(verb);
        fleet.Add(hosts);
        fleet.Add(AgentsVerb.Create(context));
        fleet.Add(InboxVerb.Create(context));
        fleet.Add(
            Group(
                "policies",
                "Policies and their revisions",
                PoliciesListVerb.Create(context),
                PoliciesShowVerb.Create(context),
                PoliciesHistoryVerb.Create(context),
                PoliciesDiffVerb.Create(context),
                PoliciesImpactVerb.Create(context),
                PoliciesPushVerb.Create(context),
                PoliciesPullVerb.Create(context),
                PoliciesRemoveVerb.Create(context),
                PoliciesRollbackVerb.Create(context)
            )
        );
        fleet.Add(
            Group(
                "assignments",
                "Assignments of policies to hosts",
                AssignmentsListVerb.Create(context),
                AssignmentsSetVerb.Create(context),
                AssignmentsRemoveVerb.Create(context)
            )
        );
        fleet.Add(RolloutsVerb.Create(context));
        fleet.Add(FreezesVerb.Create(context));
        fleet.Add(RetentionVerb.Create(context));
        fleet.Add(StandingVerb.Create(context));
        fleet.Add(DriftVerb.Create(context));
        fleet.Add(HoldsVerb.Create(context));
        fleet.Add(
            Group(
                "audit",
                "Audit log: actor, action, address and reason",
                AuditListVerb.Create(context),
                AuditVerifyVerb.Create(context),
                AuditExportVerb.Create(context)
            )
        );
        fleet.Add(
            Group(
                "exceptions",
                "Exceptions from compliance, with an end",
                ExceptionsListVerb.Create(context),
                ExceptionsAddVerb.Create(context),
                ExceptionsApproveVerb.Create(context),
                ExceptionsRemoveVerb.Create(context)
            )
        );
        fleet.Add(WhoAmIVerb.Create(context));
        fleet.Add(UsersVerb.Create(context));
        fleet.Add(BreakGlassVerb.Create(context));
        fleet.Add(TokensVerb.Create(context));
        fleet.Add(ComplianceVerb.Create(context));
        fleet.Add(ExportVerb.Create(context));
        fleet.Add(RunsVerb.Create(context));
        fleet.Add(SchedulesVerb.Create(context));
        fleet.Add(WebhooksVerb.Create(context));
        fleet.Add(CanaryVerb.Create(context));
        fleet.Add(ServersVerb.Create(context));
        fleet.Add(KeysVerb.Create(context));
        fleet.Add(
            Group(
                "captures",
                "Bytes over time, for the console's Insight page",
                CapturesListVerb.Create(context),
                CapturesShowVerb.Create(context),
                CapturesPushVerb.Create(context),
                RemovalVerb.Create(context, "Remove a capture permanently; the audit log keeps a record", "captures", FleetPaths.Capture)
            )
        );
        fleet.Add(
            Group(
                "surveys",
                "Initial windows of surveyed hosts, for the console's Insight page",
                SurveysListVerb.Create(context),
                SurveysShowVerb.Create(context),
                SurveysPushVerb.Create(context),
                RemovalVerb.Create(context, "Remove a survey permanently; the audit log keeps a record", "surveys", FleetPaths.Survey)
            )
        );
        return fleet;
    }

    private static Verb Group(string name, string description, params Verb[] verbs)
    {
        var group = new Verb(VerbGroup.Fleet, name, description);
        foreach (var verb in verbs)
            group.Add(verb);
        return group;
    }
}
