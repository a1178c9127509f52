namespace IwTune.Server.Features.Scim.Schemas;

/// <summary>A kind of resource with its attributes: reading, changing, filtering and <c>/Schemas</c> all follow it.</summary>
/// <param name="Urn">Its schema.</param>
/// <param name="Name">Of the resource type.</param>
/// <param name="Collection">Where its resources are.</param>
/// <param name="Description">For <c>/Schemas</c>.</param>
/// <param name="Attributes">Of the schema, without those that all resources have.</param>
internal sealed record ScimSchema(string Urn, string Name, string Collection, string Description, IReadOnlyList<ScimAttribute> Attributes)
{
    private const string Core = "urn:ietf:params:scim:schemas:core:2.0:";

    /// <summary>What every resource has (RFC 7643 §3.1); no part of any schema.</summary>
    private static readonly ScimAttribute[] Common =
    [
        new("schemas", AttributeKind.Reference, "Schemas of the resource.")
        {
            IsList = true,
            ReadOnly = true,
            Always = true,
        },
        new("id", AttributeKind.Text, "Identifier of this server.")
        {
            ReadOnly = true,
            CaseExact = true,
            Always = true,
        },
        new("externalId", AttributeKind.Text, "Identifier of the provider.") { CaseExact = true },
        new("meta", AttributeKind.Complex, "Times, version and address.") { ReadOnly = true },
    ];

    public static ScimSchema User { get; } =
        new(
            Core + "User",
            "User",
            ScimPaths.Users,
            "A person who signs in through the identity provider.",
            [
                new("userName", AttributeKind.Text, "Name at the provider; unique without regard to case.")
                {
                    Required = true,
                    Unique = true,
                },
                new("name", AttributeKind.Complex, "Parts of the person's name.")
                {
                    Parts =
                    [
                        new("formatted", AttributeKind.Text, "The whole name."),
                        new("familyName", AttributeKind.Text, "Family name."),
                        new("givenName", AttributeKind.Text, "Given name."),
                    ],
                },
                new("displayName", AttributeKind.Text, "The name shown to people."),
                new("emails", AttributeKind.Complex, "E-mail addresses.")
                {
                    IsList = true,
                    Parts =
                    [
                        new("value", AttributeKind.Text, "The address."),
                        new("type", AttributeKind.Text, "Such as work."),
                        new("primary", AttributeKind.Boolean, "True for the preferred one."),
                    ],
                },
                new("active", AttributeKind.Boolean, "False locks the account and ends its sessions.") { Required = true },
                new("groups", AttributeKind.Complex, "Groups of the person; changed at the groups.")
                {
                    IsList = true,
                    ReadOnly = true,
                    Parts = Link("group"),
                },
            ]
        );

    public static ScimSchema Group { get; } =
        new(
            Core + "Group",
            "Group",
            ScimPaths.Groups,
            "People who get the roles that the server's group map gives to the group.",
            [
                new("displayName", AttributeKind.Text, "Name of the group, as the group map writes it.") { Required = true, Unique = true },
                new("members", AttributeKind.Complex, "People in the group.") { IsList = true, Parts = Link("person") },
            ]
        );

    public static IReadOnlyList<ScimSchema> All { get; } = [User, Group];

    /// <returns><see langword="null"/> for an attribute that this server does not keep.</returns>
    public ScimAttribute? Find(string name) => ScimAttribute.Find(Attributes, name) ?? ScimAttribute.Find(Common, name);

    private static ScimAttribute[] Link(string what) =>
        [
            new("value", AttributeKind.Text, $"Id of the {what}.") { CaseExact = true },
            new("$ref", AttributeKind.Reference, $"Address of the {what}.") { ReadOnly = true },
            new("display", AttributeKind.Text, $"Name of the {what}.") { ReadOnly = true },
        ];
}
