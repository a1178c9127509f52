using IwTune.Server.Console;
using IwTune.Server.Features.Agents;
using IwTune.Server.Features.Agents.Packages;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Exceptions;
using IwTune.Server.Features.Holds;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Hosts.Views;
using IwTune.Server.Features.Identity;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Inbox;
using IwTune.Server.Features.Insight.Canaries;
using IwTune.Server.Features.Insight.Captures;
using IwTune.Server.Features.Insight.Pairs;
using IwTune.Server.Features.Insight.Surveys;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Directories;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Retention;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Scheduling;
using IwTune.Server.Features.Scim;
using IwTune.Server.Features.Servers;
using IwTune.Server.Features.Standing;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Features.Traffic;
using IwTune.Server.Features.Users;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Hosting.Description;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Requests;

namespace IwTune.Server.Hosting;

/// <summary>Every call and page there is, a line for each part of the product.</summary>
internal static class Routes
{
    public static void MapEverything(this WebApplication app)
    {
        app.MapHealth();
        app.MapOpenApiDocument();
        var agents = app.MapGroup("").SaysWhatItAnswers();
        agents.MapEnrolment();
        agents.MapCheckIns();
        agents.MapReports();

        var api = app.MapGroup("").AddEndpointFilter<RouteGroupBuilder, PagedLists>().Refuses(400, 401, 403, 404).SaysWhatItAnswers();
        api.MapIdentity();
        api.MapAccount();
        api.MapSignInAdministration();
        api.MapHosts();
        api.MapViews();
        api.MapMembership();
        api.MapAgents();
        api.MapInbox();
        api.MapTraffic();
        api.MapRecommendations();
        api.MapPolicies();
        api.MapDirectories();
        api.MapAssignments();
        api.MapExceptions();
        api.MapImpact();
        api.MapHolds();
        api.MapStanding();
        api.MapRollouts();
        api.MapFreezes();
        api.MapTokens();
        api.MapUsers();
        api.MapAudit();
        api.MapWebhooks();
        api.MapServers();
        api.MapKeys();
        api.MapCaptures();
        api.MapSurveys();
        api.MapPairs();
        api.MapCanaries();
        api.MapCompliance();
        api.MapExports();
        api.MapRuns();
        api.MapRetention();
        app.MapPackages();
        app.MapOidc();
        app.MapScim();
        app.MapConsole();
    }
}
